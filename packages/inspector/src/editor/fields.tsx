import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { labelOf } from '../design/capitalized.ts';
import { Checklist } from '../design/field/field.tsx';
import { Editor, type FieldsProps, type MemberProps, useErrorAt } from './context.ts';
import { ListField } from './list-field.tsx';
import { ASIDES } from './preview-asides.tsx';
import { LinesField, ScalarField } from './scalar-field.tsx';
import { type Draft, resolve } from './schema.ts';
import { SPECIAL_FIELDS } from './special-fields.tsx';

/** More optional members than these are folded away. */
const MOST_SHOWN = 3;

/** Members that the server generates. */
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
    <div class="editor-columns">
      {fields}
      <Aside value={value} />
    </div>
  );
};

interface MoreProps {
  readonly count: number;
  /** Whether one of the fields has an error, so that they have to be seen. */
  readonly isWrong: boolean;
  readonly fields: () => ComponentChildren;
}

/** Fields that are drawn once the user asks for them. */
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

/** A record with another value of a member; undefined leaves it out. */
function withMember(record: Draft, name: string, value: unknown): Draft {
  if (value !== undefined) return { ...record, [name]: value };
  const { [name]: _, ...others } = record;
  return others;
}

/** The field of a member, by its schema. */
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
    <fieldset class="editor-group">
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
