import { useSignal } from '@preact/signals';
import { Field, Select } from '../design/field/field.tsx';
import { type MemberProps, useErrorAt } from './context.ts';
import { isNullable, resolve } from './schema.ts';

/** More choices than these are searched by typing. */
const MOST_CHOICES = 15;

/** The height of the field for the HTML or the text of an email. */
const BODY_ROWS = 12;

/** The field of a text, a number, a time, a choice, or of JSON. */
export const ScalarField = (
  props: MemberProps & { readonly suggestions?: readonly string[] | undefined },
) => {
  const { schema, value, label, path, isRequired, isKept, onChange, suggestions } = props;
  const { enum: values, type, format, minimum, maximum, description } = resolve(schema);
  const choices = values?.map(String);
  const shared = { label, isRequired, error: useErrorAt(path), hint: description?.replaceAll('`', '') };
  const empty = isNullable(schema) ? null : isKept || isRequired ? '' : undefined;
  const onText = (text: string) => onChange(text === '' ? empty : text);
  if (type === 'boolean' || (choices && choices.length <= MOST_CHOICES)) {
    return <ChoiceField {...props} {...shared} choices={choices} />;
  }
  if (type === 'integer' || type === 'number') {
    const step = type === 'integer' ? 1 : 'any';
    const text = String(value ?? '');
    const onNumber = (number: string) => onChange(number === '' ? undefined : Number(number));
    return (
      <Field
        {...shared}
        type="number"
        value={text}
        min={minimum}
        max={maximum}
        step={step}
        onInput={onNumber}
      />
    );
  }
  if (format === 'iso-8601') return <TimeField {...shared} value={value} onText={onText} />;
  if (type !== 'string') {
    const toValue = (text: string) => (text === '' ? undefined : parsed(text));
    const text = value === undefined ? '' : JSON.stringify(value, null, 2);
    return <DraftField {...shared} text={text} isCode onText={(json) => onChange(toValue(json))} />;
  }
  const isBody = path.endsWith('_body');
  return (
    <Field
      {...shared}
      value={String(value ?? '')}
      type={format === 'email' ? 'email' : path.endsWith('_color') ? 'color' : 'text'}
      options={suggestions ?? choices}
      rows={isBody ? BODY_ROWS : path.endsWith('description') ? 2 : 1}
      isCode={isBody}
      onInput={onText}
    />
  );
};

/** The list of texts, one per line. */
export const LinesField = ({ schema, value, label, path, isKept, onChange }: MemberProps) => {
  const lines = Array.isArray(value) ? value.map(String) : [];
  const onText = (text: string) => {
    const texts = text.split('\n').filter((line) => line.trim() !== '');
    onChange(texts.length > 0 || isKept ? texts : undefined);
  };
  const hint = `${resolve(schema).description ?? ''} One per line.`.trim();
  return (
    <DraftField label={label} hint={hint} error={useErrorAt(path)} text={lines.join('\n')} onText={onText} />
  );
};

const ChoiceField = ({
  value,
  choices,
  isRequired,
  onChange,
  ...shared
}: MemberProps & { readonly choices: readonly string[] | undefined }) => {
  const options = choices
    ? choices.map((choice) => [choice, choice.replaceAll('_', ' ')] as const)
    : YES_OR_NO;
  const onChoice = (text: string) => onChange(text === '' ? undefined : choices ? text : text === 'true');
  return (
    <Select
      {...shared}
      value={String(value ?? '')}
      options={isRequired && value !== undefined ? options : [['', 'Default'], ...options]}
      onInput={onChoice}
    />
  );
};

const YES_OR_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

interface SharedProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

/** A time of the server's clock, in UTC. */
const TimeField = ({ label, value, onText, ...shared }: SharedProps & { readonly value: unknown }) => (
  <Field
    {...shared}
    label={`${label} (UTC)`}
    type="datetime-local"
    value={typeof value === 'string' ? value.slice(0, 16) : ''}
    onInput={(text) => onText(text && new Date(`${text}Z`).toISOString())}
  />
);

/** A text that stays as the user writes it while it is read as something else. */
const DraftField = ({
  text,
  onText,
  ...shared
}: SharedProps & { readonly text: string; readonly isCode?: boolean }) => {
  const draft = useSignal(text);
  return (
    <Field
      {...shared}
      rows={3}
      value={draft.value}
      onInput={(next) => {
        draft.value = next;
        onText(next);
      }}
    />
  );
};

/** Text that is not JSON is sent as it is, so that the server says what is wrong with it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
