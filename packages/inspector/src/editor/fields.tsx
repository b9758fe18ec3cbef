import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { parsed } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import { Checklist, Field, Select } from '../design/field/field.tsx';
import { labelOf } from '../design/words.ts';
import { DAYS, timeOfDay } from '../mailing/duration.ts';
import { Editor, type FieldsProps, type MemberProps, useErrorAt } from './context.ts';
import { ListField } from './list-field.tsx';
import { ASIDES } from './preview-asides.tsx';
import { type Draft, isNullable, resolve } from './schema.ts';

const MOST_SHOWN = 3;

const GENERATED = ['id', 'created_at', 'token'];

/**
 * A field for each member of a record. Many optional members that the record did not have at first are folded
 * away. Some records are shown beside what they look like.
 */
export const Fields = (props: FieldsProps) => {
  const { schema, value, path, onChange, isOptional = false, hidden = [] } = props;
  const { errors, isChange } = useContext(Editor);
  const [first] = useState(() => new Set(Object.keys(value)));
  const { properties = {}, required = [] } = resolve(schema);
  const names = Object.keys(properties).filter(
    (name) => !hidden.includes(name) && properties[name]?.const === undefined,
  );
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const isGenerated = (name: string) => GENERATED.includes(name);
  const optional = names.filter((name) => !required.includes(name) && !first.has(name) && !isGenerated(name));
  const isFolded = (name: string) =>
    isGenerated(name) || (optional.length > MOST_SHOWN && optional.includes(name));
  const more = names.filter(isFolded);
  const fieldOf = (name: string) => (
    <MemberField
      key={name}
      schema={properties[name] ?? {}}
      value={value[name]}
      label={labelOf(name)}
      path={pathOf(name)}
      isRequired={required.includes(name) && !isOptional}
      isKept={isChange && first.has(name)}
      onChange={(member) => onChange(withMember(value, name, member))}
    />
  );
  const isWrong = (name: string) => [...errors.keys()].some((wrong) => wrong.startsWith(pathOf(name)));
  const Aside = ASIDES.find(([name]) => names.includes(name))?.[1];
  const fields = (
    <div class="editor-fields">
      {names.filter((name) => !more.includes(name)).map(fieldOf)}
      {more.length > 0 && (
        <More count={more.length} isWrong={more.some(isWrong)} fields={() => more.map(fieldOf)} />
      )}
    </div>
  );
  if (!Aside) return fields;
  return (
    <div class="sides editor-columns" style={{ '--sides': 'minmax(0, 1fr) minmax(0, 1fr)' }}>
      {fields}
      <Aside value={value} />
    </div>
  );
};

interface MoreProps {
  readonly count: number;
  readonly isWrong: boolean;
  readonly fields: () => ComponentChildren;
}

const More = ({ count, isWrong, fields }: MoreProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="editor-more"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{count === 1 ? '1 more field' : `${count} more fields`}</summary>
      {(isOpen || isWrong) && <div class="editor-fields">{fields()}</div>}
    </details>
  );
};

function withMember(record: Draft, name: string, value: unknown): Draft {
  if (value !== undefined) return { ...record, [name]: value };
  const { [name]: _, ...others } = record;
  return others;
}

const MemberField = (props: MemberProps) => {
  const { schema, path, value, label, onChange } = props;
  const error = useErrorAt(path);
  const Special = SPECIAL_FIELDS[path.split('.').at(-1) ?? ''];
  if (Special) return <Special {...props} />;
  const { type, items = {}, properties = {}, description } = resolve(schema);
  const { enum: choices, type: itemType } = resolve(items);
  if (type === 'array' && choices) {
    const values = Array.isArray(value) ? value.map(String) : [];
    const shared = { label, error, hint: description };
    return <Checklist {...shared} options={choices.map(String)} values={values} onInput={onChange} />;
  }
  if (type === 'array' && itemType === 'string') return <LinesField {...props} />;
  if (type === 'array') return <ListField {...props} Fields={Fields} />;
  if (type !== 'object' || Object.keys(properties).length < 2) return <ScalarField {...props} />;
  return (
    <fieldset class="card">
      <legend>{label}</legend>
      {/* an object, as the schema says */}
      <Fields
        schema={schema}
        value={(value ?? {}) as Draft}
        path={path}
        isOptional={value === undefined}
        onChange={onChange}
      />
    </fieldset>
  );
};

/** Members whose values people do not write as they are stored. */
const SPECIAL_FIELDS: Readonly<Record<string, ComponentType<MemberProps>>> = {
  days_of_the_week_mask: (props) => <DaysField {...props} />,
  minutes_from_midnight: (props) => <TimeOfDayField {...props} />,
  campaign_id: (props) => <CampaignField {...props} />,
  email: (props) => <AddressField {...props} />,
};

const DaysField = ({ value, path, onChange }: MemberProps) => {
  const mask = typeof value === 'string' ? value : '1111111';
  return (
    <Checklist
      label="Sending days"
      options={DAYS}
      values={DAYS.filter((_, index) => mask[index] === '1')}
      error={useErrorAt(path)}
      onInput={(days) => onChange(DAYS.map((day) => (days.includes(day) ? '1' : '0')).join(''))}
    />
  );
};

const TimeOfDayField = ({ value, path, onChange }: MemberProps) => {
  const minutes = typeof value === 'number' ? value : undefined;
  return (
    <Field
      label="Sending time"
      type="time"
      value={minutes === undefined ? '' : timeOfDay(minutes)}
      error={useErrorAt(path)}
      onInput={(text) => {
        const [hours = 0, rest = 0] = text.split(':').map(Number);
        onChange(text === '' ? undefined : hours * 60 + rest);
      }}
    />
  );
};

const AddressField = (props: MemberProps) => {
  const search = typeof props.value === 'string' ? props.value : '';
  const { data } = useResource('GET /_admin/subscribers', { search, limit: 8 }, []);
  return <ScalarField {...props} suggestions={data?.subscribers.map(({ email }) => email) ?? []} />;
};

const CampaignField = ({ value, path, label, isKept, onChange }: MemberProps) => {
  const { data } = useResource('GET /_admin/campaigns', {}, ['records']);
  const campaigns = data?.campaigns ?? [];
  return (
    <Select
      label={label.replace(' id', '')}
      value={String(value ?? '')}
      options={[['', 'None'], ...campaigns.map(({ id, name }) => [id, name] as const)]}
      error={useErrorAt(path)}
      onInput={(id) => onChange(id || (isKept ? null : undefined))}
    />
  );
};

const MOST_CHOICES = 15;

/** The height of the field for the HTML or the text of an email, or the body of a request. */
const BODY_ROWS = 12;

const ScalarField = (props: MemberProps & { readonly suggestions?: readonly string[] | undefined }) => {
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
  const isBody = /(?:^|_)body$/.test(path);
  if (type !== 'string') {
    return <JsonField {...shared} value={value} rows={isBody ? BODY_ROWS : 3} onChange={onChange} />;
  }
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

const LinesField = ({ schema, value, label, path, isKept, onChange }: MemberProps) => {
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

interface JsonFieldProps extends Omit<SharedProps, 'onText'>, Pick<MemberProps, 'value' | 'onChange'> {
  readonly rows: number;
}

/** Text that is not JSON is sent as it is, so that the server says what is wrong with it. */
const JsonField = ({ value, onChange, ...shared }: JsonFieldProps) => (
  <DraftField
    {...shared}
    text={value === undefined ? '' : JSON.stringify(value, null, 2)}
    isCode
    onText={(json) => onChange(json === '' ? undefined : parsed(json))}
  />
);

/** A string that stays as the user writes it while it is read as something else. */
const DraftField = ({
  text,
  onText,
  ...shared
}: SharedProps & { readonly text: string; readonly rows?: number; readonly isCode?: boolean }) => {
  const draft = useSignal(text);
  return (
    <Field
      rows={3}
      {...shared}
      value={draft.value}
      onInput={(next) => {
        draft.value = next;
        onText(next);
      }}
    />
  );
};
