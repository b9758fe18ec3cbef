import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { callForAccount } from '../api/accounts.ts';
import { type AccountRoute, ApiError, type ErrorEntry, parseObject } from '../api/request.ts';
import { Button, type ButtonProps } from '../design/button/button.tsx';
import { CopyButton } from '../design/code/code.tsx';
import { DialogButton, FormDialog } from '../design/dialog/dialog.tsx';
import { Field } from '../design/field/field.tsx';
import { ErrorState, Loading, Note } from '../design/page/page.tsx';
import { into } from '../design/signals.ts';
import { Tabs } from '../design/tabs/tabs.tsx';
import { attempt } from '../design/toast/toast.tsx';
import { Editor, type EditorContext } from './context.ts';
import { Fields } from './fields.tsx';
import { type Draft, type EditedRoute, hasField, membersOf, type Schema, useBodySchema } from './schema.ts';

interface RecordDialogProps extends Pick<Partial<EditorContext>, 'about' | 'opened'> {
  readonly title: string;
  readonly verb?: string;
  readonly route: EditedRoute;
  /** The first content of the fields: of a stored record, the members that the operation takes. */
  readonly value: Draft;
  readonly templates?: readonly { readonly title: string; readonly value: Draft }[];
  /** Whether a stored record changes. Default: whether the route is a PUT. */
  readonly isChange?: boolean;
  readonly hidden?: readonly string[];
  readonly hint?: ComponentChildren;
  readonly done: string;
  /** The record as it is written elsewhere: the text of a button, and what it copies. */
  readonly copies?: readonly (readonly [label: string, copy: (record: Draft) => string])[] | undefined;
  /** Further input of the operation, such as the members of its path. */
  readonly ids?: Draft;
  readonly onSave?: (record: Draft) => Promise<unknown>;
  readonly onClose: () => void;
}

interface RecordButtonProps extends Omit<RecordDialogProps, 'onClose'> {
  readonly button: Omit<ButtonProps, 'onClick'>;
}

export const RecordButton = ({ button, ...dialog }: RecordButtonProps) => (
  <DialogButton {...button} dialog={(onClose) => <RecordDialog {...dialog} onClose={onClose} />} />
);

export const RecordDialog = (props: RecordDialogProps) => {
  const { route, value, templates = [], isChange = route.startsWith('PUT '), ids } = props;
  const { onSave = (record) => callForAccount(route as AccountRoute, { ...record, ...ids } as never) } =
    props; // the server checks it
  const { schema, error: schemaError } = useBodySchema(route);
  const chosen = useSignal(0);
  const written = useSignal<Draft | undefined>(undefined);
  const error = useSignal<ApiError | undefined>(undefined);
  const isJson = useSignal(true);
  const stored = useMemo(() => (schema && isChange ? (membersOf(schema, value) as Draft) : value), [schema]);
  const first = templates[chosen.value]?.value ?? stored;
  const record = written.value ?? first;
  const save = () =>
    attempt(
      props.done,
      async () => (await onSave(record)) ?? true,
      (rejection) => {
        error.value = rejection;
        requestAnimationFrame(focusError);
      },
    );
  const choose = (index: number) => {
    chosen.value = index;
    written.value = undefined;
  };
  return (
    <FormDialog
      title={props.title}
      verb={props.verb ?? 'Save'}
      size={schema && isSpacious(schema) ? 'full' : 'wide'}
      isDisabled={!schema || !isJson.value}
      isChanged={() => !isJson.value || JSON.stringify(record) !== JSON.stringify(first)}
      onSubmit={save}
      onClose={props.onClose}
    >
      {props.hint && <p class="quiet">{props.hint}</p>}
      {templates.length > 0 && <Templates templates={templates} chosen={chosen.value} onChoose={choose} />}
      {schema && (
        <Parts
          key={chosen.value}
          {...{ ...props, schema, record, isJson, isChange }}
          onChange={into(written)}
          entries={error.value?.entries ?? NONE}
        />
      )}
      {!schema && (schemaError ? <ErrorState error={schemaError} /> : <Loading />)}
    </FormDialog>
  );
};

const NONE: readonly ErrorEntry[] = [];

const focusError = () => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus();

interface TemplatesProps extends Pick<Required<RecordDialogProps>, 'templates'> {
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const Templates = ({ templates, chosen, onChoose }: TemplatesProps) => (
  <ul class="editor-templates" aria-label="Begin with">
    {templates.map(({ title }, index) => (
      <li key={title}>
        <Button isPressed={index === chosen} onClick={() => onChoose(index)}>
          {title}
        </Button>
      </li>
    ))}
  </ul>
);

const isSpacious = ({ properties = {} }: Schema): boolean =>
  ['html_body', 'orientation', 'emails', 'steps'].some((name) => name in properties);

interface PartsProps extends RecordDialogProps {
  readonly schema: Schema;
  readonly record: Draft;
  readonly onChange: (record: Draft) => void;
  readonly isJson: Signal<boolean>;
  readonly entries: readonly ErrorEntry[];
}

const Parts = (props: PartsProps) => {
  const { schema, record, onChange, isChange = false, opened, entries, about = {}, copies = [] } = props;
  const errors = useMemo(
    () => new Map(entries.map(({ attribute = '', message }) => [attribute, message])),
    [entries],
  );
  const [ofFields, others] = [true, false].map((isOfField) =>
    entries.filter(({ attribute = '' }) => isOfField === (attribute !== '' && hasField(schema, attribute))),
  );
  const hidden = ['account_id', ...(props.hidden ?? [])];
  const fields = <Fields {...{ schema, hidden, onChange }} value={record} path="" />;
  const json = (
    <>
      <Rejections of={ofFields} />
      <JsonText {...props} />
      <div class="actions">
        {copies.map(([label, copy]) => (
          <CopyButton key={label} label={label} text={() => copy(record)} />
        ))}
      </div>
    </>
  );
  return (
    <Editor.Provider value={{ errors, about, isChange, opened }}>
      <Rejections of={others} />
      <Tabs
        label="Parts of the editor"
        tabs={[
          { id: 'fields', title: 'Fields', content: fields },
          { id: 'json', title: 'JSON', content: json },
        ]}
      />
    </Editor.Provider>
  );
};

const Rejections = ({ of: entries = NONE }: { readonly of: readonly ErrorEntry[] | undefined }) =>
  entries.length > 0 && (
    <div role="alert">
      <Note tone="bad">{entries.map(({ message }) => message).join(' ')}</Note>
    </div>
  );

const JsonText = ({ record, onChange, isJson }: PartsProps) => {
  const text = useSignal(JSON.stringify(record, null, 2));
  const read = parseObject(text.value);
  return (
    <Field
      label="The record as JSON"
      rows={20}
      isCode
      value={text.value}
      error={read instanceof ApiError ? read.message : undefined}
      onInput={(json) => {
        text.value = json;
        const value = parseObject(json);
        isJson.value = !(value instanceof ApiError);
        if (!(value instanceof ApiError)) onChange(value as Draft); // an object of JSON
      }}
    />
  );
};
