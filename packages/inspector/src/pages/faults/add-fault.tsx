import { type Signal, useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Json } from '../../design/code/code.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { EXAMPLES } from './examples.ts';
import {
  CONDITION_FIELDS,
  EFFECT_FIELDS,
  type FaultField,
  type FormTexts,
  faultOf,
  PLACES,
  TARGET_FIELDS,
  textsOf,
} from './form-fields.ts';

/** The form that adds a fault. */
export const AddFault = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useSignal<FormTexts>(textsOf(EXAMPLES[0]?.fault ?? {}));
  const isOwn = useSignal(true);
  const fault = { ...faultOf(texts.value), ...(isOwn.value && { account: accountId.value }) };
  const add = () => attempt('Fault added', () => callApi('POST /_admin/faults', fault), ['faults']);
  const change = (name: string, text: string) => {
    texts.value = { ...texts.value, [name]: text };
  };
  const rows = (title: string, fields: readonly FaultField[]) => (
    <FieldRows title={title} fields={fields} texts={texts.value} onChange={change} />
  );
  return (
    <FormDialog title="Add a fault" verb="Add fault" isWide onSubmit={add} onClose={onClose}>
      <Select
        label="Example"
        value={exampleOf(texts.value)}
        options={[['', 'My own'], ...EXAMPLES.map(({ title }) => title)]}
        onInput={(title) => {
          const example = EXAMPLES.find((one) => one.title === title);
          texts.value = textsOf(example?.fault ?? {});
        }}
      />
      <Scope texts={texts.value} isOwn={isOwn} onChange={change} />
      {rows('Which', TARGET_FIELDS)}
      {rows('Effect', EFFECT_FIELDS)}
      {rows('When', CONDITION_FIELDS)}
      <Json label="The fault as JSON" value={fault} />
    </FormDialog>
  );
};

interface ScopeProps {
  readonly texts: FormTexts;
  /** Whether the fault is for this account only. */
  readonly isOwn: Signal<boolean>;
  readonly onChange: (name: string, text: string) => void;
}

/** What a fault is injected into, and for which accounts. */
const Scope = ({ texts, isOwn, onChange }: ScopeProps) => (
  <div class="form-row">
    <Select
      label="Into"
      value={texts.on ?? 'request'}
      options={PLACES}
      onInput={(place) => onChange('on', place)}
    />
    <Select
      label="Account"
      value={isOwn.value ? 'own' : 'all'}
      options={[
        ['own', `Account ${accountId.value}`],
        ['all', 'All accounts'],
      ]}
      onInput={(choice) => {
        isOwn.value = choice === 'own';
      }}
    />
  </div>
);

/** The title of the example that the form shows unchanged. */
const exampleOf = (texts: FormTexts): string =>
  EXAMPLES.find(({ fault }) => JSON.stringify(faultOf(textsOf(fault))) === JSON.stringify(faultOf(texts)))
    ?.title ?? '';

interface FieldRowsProps {
  readonly title: string;
  readonly fields: readonly FaultField[];
  readonly texts: FormTexts;
  readonly onChange: (name: string, text: string) => void;
}

const FieldRows = ({ title, fields, texts, onChange }: FieldRowsProps) => {
  const shown = fields.filter(({ places }) => places.some((place) => place === (texts.on ?? 'request')));
  if (shown.length === 0) return null;
  return (
    <fieldset class="fault-fields">
      <legend>{title}</legend>
      <div class="form-row">
        {shown.map((field) => (
          <FaultInputField
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            onInput={(text) => onChange(field.name, text)}
          />
        ))}
      </div>
    </fieldset>
  );
};

interface FaultInputFieldProps {
  readonly field: FaultField;
  readonly text: string;
  readonly onInput: (text: string) => void;
}

const FaultInputField = ({ field, text, onInput }: FaultInputFieldProps) => {
  const { label, type, choices = [], hint } = field;
  if (type === 'flag' || type === 'choice') {
    const options = type === 'flag' ? ([['true', 'yes']] as const) : choices;
    return <Select label={label} value={text} options={[['', '–'], ...options]} onInput={onInput} />;
  }
  return (
    <Field
      label={label}
      value={text}
      type={type === 'number' ? 'number' : 'text'}
      step="any"
      isCode={type === 'json'}
      {...(hint !== undefined && { placeholder: hint })}
      onInput={onInput}
    />
  );
};
