import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../design/button/button.tsx';
import { Select } from '../design/field/field.tsx';
import { labelOf } from '../design/words.ts';
import { Editor, type FieldsComponent, type MemberProps } from './context.ts';
import { titlesOf } from './item-titles.ts';
import { alternativesOf, blankOf, type Draft, resolve, type Schema, schemaFor } from './schema.ts';

interface ListFieldProps extends MemberProps {
  readonly Fields: FieldsComponent;
}

export const ListField = ({ schema, value, label, path, onChange, Fields }: ListFieldProps) => {
  const items = Array.isArray(value) ? (value as readonly Draft[]) : []; // of records, as the schema says
  const itemSchema = resolve(resolve(schema).items ?? {});
  const noun = label.toLowerCase().replace(/s$/, '');
  const [open, setOpen] = useOpenItem(path, items.length);
  const replace = (index: number, count: number, ...added: readonly Draft[]) =>
    onChange(items.toSpliced(index, count, ...added));
  const insert = (index: number, item: Draft) => {
    replace(index, 0, item);
    setOpen(index);
  };
  const move = (index: number, step: number) => {
    onChange(items.toSpliced(index, 1).toSpliced(index + step, 0, ...items.slice(index, index + 1)));
    setOpen(index + step);
  };
  const titles = titlesOf(items);
  return (
    <fieldset class="card">
      <legend>{label}</legend>
      <ol>
        {items.map((item, index) => (
          <li key={index}>
            <Insert noun={noun} schema={itemSchema} at={index} onInsert={insert} />
            <Item
              title={titles[index] || `New ${noun}`}
              {...{ item, index, noun, path, Fields }}
              schema={itemSchema}
              isOpen={index === open}
              isLast={index === items.length - 1}
              onOpen={() => setOpen(index === open ? -1 : index)}
              onMove={(step) => move(index, step)}
              onRemove={() => replace(index, 1)}
              onChange={(changed) => replace(index, 1, changed)}
            />
          </li>
        ))}
      </ol>
      <Insert noun={noun} schema={itemSchema} at={items.length} isLast onInsert={insert} />
    </fieldset>
  );
};

interface ItemProps {
  readonly item: Draft;
  readonly index: number;
  readonly title: string;
  readonly noun: string;
  readonly path: string;
  readonly schema: Schema;
  readonly Fields: FieldsComponent;
  readonly isOpen: boolean;
  readonly isLast: boolean;
  readonly onOpen: () => void;
  readonly onMove: (step: number) => void;
  readonly onRemove: () => void;
  readonly onChange: (item: Draft) => void;
}

const Item = (props: ItemProps) => {
  const { item, index, title, noun, path, schema, Fields, isOpen, onChange } = props;
  const alternatives = alternativesOf(schema);
  const name = `${noun} ${index + 1}`;
  return (
    <>
      <div class="line spread editor-item-title">
        <button
          type="button"
          class="button bare editor-item-open"
          aria-expanded={isOpen}
          onClick={props.onOpen}
        >
          <span class="email-number number small quiet">{index + 1}</span> {title}
        </button>
        <ItemButtons {...props} name={name} isFirst={index === 0} />
      </div>
      {isOpen && alternatives.size > 0 && (
        <Select
          label={`Type of ${name}`}
          value={String(item.type)}
          options={[...alternatives.keys()].map((type) => [type, labelOf(type)] as const)}
          onInput={(type) => onChange(blankOf(alternatives.get(type) ?? {}) as Draft)} // an object
        />
      )}
      {isOpen && (
        <Fields
          key={String(item.type)}
          schema={schemaFor(schema, item)}
          value={item}
          path={`${path}[${index}]`}
          onChange={onChange}
        />
      )}
    </>
  );
};

/** The index of the open item: at first the only one, later the first one that is wrong. */
function useOpenItem(path: string, count: number) {
  const { errors, opened } = useContext(Editor);
  const [open, setOpen] = useState(() => itemIn(path, opened) ?? (count === 1 ? 0 : -1));
  useLayoutEffect(() => {
    const wrong = [...errors.keys()].map((name) => itemIn(path, name)).find((index) => index !== undefined);
    if (wrong !== undefined) setOpen(wrong);
  }, [errors, path]);
  return [open, setOpen] as const;
}

function itemIn(list: string, path: string | undefined): number | undefined {
  const [, index] = path?.startsWith(`${list}[`) ? (/^\[(\d+)\]/.exec(path.slice(list.length)) ?? []) : [];
  return index === undefined ? undefined : Number(index);
}

interface InsertProps {
  readonly noun: string;
  readonly schema: Schema;
  readonly at: number;
  readonly isLast?: boolean;
  readonly onInsert: (at: number, item: Draft) => void;
}

const Insert = ({ noun, schema, at, isLast = false, onInsert }: InsertProps) => {
  const alternatives = alternativesOf(schema);
  const insert = (one: Schema) => onInsert(at, blankOf(one) as Draft); // of an object
  const label = isLast ? `Add ${noun}` : `Insert ${noun} ${at + 1}`;
  return (
    <div class={isLast ? 'editor-add' : 'editor-insert'}>
      {alternatives.size === 0 ? (
        <Button
          icon="plus"
          look={isLast ? 'plain' : 'bare'}
          {...(isLast ? { children: label } : { label })}
          onClick={() => insert(schema)}
        />
      ) : (
        <Select
          label={label}
          isLabelHidden
          value=""
          options={[
            ['', `+ ${label}`],
            ...[...alternatives.keys()].map((type) => [type, labelOf(type)] as const),
          ]}
          onInput={(type) => insert(alternatives.get(type) ?? {})}
        />
      )}
    </div>
  );
};

interface ItemButtonsProps extends Pick<ItemProps, 'isLast' | 'onMove' | 'onRemove'> {
  readonly name: string;
  readonly isFirst: boolean;
}

const ItemButtons = ({ name, isFirst, isLast, onMove, onRemove }: ItemButtonsProps) => (
  <span class="line">
    <Button look="bare" icon="up" label={`Move ${name} up`} isDisabled={isFirst} onClick={() => onMove(-1)} />
    <Button
      look="bare"
      icon="down"
      label={`Move ${name} down`}
      isDisabled={isLast}
      onClick={() => onMove(1)}
    />
    <Button look="bare" icon="trash" label={`Remove ${name}`} onClick={onRemove} />
  </span>
);
