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
export const Fields = ({ schema, value, path, onChange, hidden = [] }: FieldsProps) => {
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
      isRequired={required.includes(name)}
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
        <details class="editor-more" open={more.some(isWrong) || undefined}>
          <summary>{more.length === 1 ? '1 more field' : `${more.length} more fields`}</summary>
          <div class="editor-fields">{more.map(fieldOf)}</div>
        </details>
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
    return <Checklist {...shared} options={choices} values={values} onInput={onChange} />;
  }
  if (type === 'array' && itemType === 'string') return <LinesField {...props} />;
  if (type === 'array') return <ListField {...props} Fields={Fields} />;
  if (type !== 'object' || Object.keys(properties).length < 2) return <ScalarField {...props} />;
  return (
    <fieldset class="editor-group">
      <legend>{label}</legend>
      {/* an object, as the schema says */}
      <Fields schema={schema} value={(value ?? {}) as Draft} path={path} onChange={onChange} />
    </fieldset>
  );
};
