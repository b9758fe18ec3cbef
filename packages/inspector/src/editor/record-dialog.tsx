import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { ApiError, type ErrorEntry, parseObject } from '../api/request.ts';
import { CopyButton } from '../design/copy-button/copy-button.tsx';
import { FormDialog } from '../design/dialog/form-dialog.tsx';
import { Field } from '../design/field/field.tsx';
import { Note } from '../design/note/note.tsx';
import { ErrorState, Loading } from '../design/states/states.tsx';
import { Tabs } from '../design/tabs/tabs.tsx';
import { attempt } from '../design/toast/toast.tsx';
import { Editor } from './context.ts';
import { Fields } from './fields.tsx';
import { type Draft, type EditedRoute, hasField, type Schema, useBodySchema } from './schema.ts';

/** A record to begin with. */
export interface Template {
  readonly title: string;
  readonly value: Draft;
}

export interface RecordDialogProps {
  readonly title: string;
  readonly verb: string;
  /** The operation whose input the fields are. */
  readonly route: EditedRoute;
  /** What the fields contain at first. */
  readonly value: Draft;
  /** Values to begin with; the first one is `value`. */
  readonly templates?: readonly Template[];
  /** Whether a stored record changes. Default: whether the route is a PUT. */
  readonly isChange?: boolean;
  /** The path of the item of a list that is open at first, such as `steps[2]`. */
  readonly opened?: string | undefined;
  /** Members that something else sets. */
  readonly hidden?: readonly string[];
  /** Names the stored record, so that a preview knows its sender. */
  readonly about?: Draft;
  readonly hint?: ComponentChildren;
  /** The text of the toast. */
  readonly done: string;
  /** The record as it is written elsewhere: the text of a button, and what it copies. */
  readonly copies?: readonly (readonly [label: string, copy: (record: Draft) => string])[] | undefined;
  readonly onSave: (record: Draft) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A dialog with a field for each member of an operation's input, and the same as JSON. */
export const RecordDialog = (props: RecordDialogProps) => {
  const { title, verb, route, value, templates = [], hint, done, onSave, onClose } = props;
  const { schema, error: schemaError } = useBodySchema(route);
  const draft = useSignal<Draft>(value);
  /** The chosen template. */
  const chosen = useSignal(0);
  const error = useSignal<ApiError | undefined>(undefined);
  const isJson = useSignal(true);
  const save = () =>
    attempt(
      done,
      async () => (await onSave(draft.value)) ?? true,
      (rejection) => {
        error.value = rejection;
        requestAnimationFrame(focusError);
      },
    );
  const choose = (index: number) => {
    chosen.value = index;
    draft.value = templates[index]?.value ?? value;
  };
  return (
    <FormDialog
      title={title}
      verb={verb}
      size={schema && isSpacious(schema) ? 'full' : 'wide'}
      isDisabled={!schema || !isJson.value}
      isChanged={() =>
        !isJson.value ||
        JSON.stringify(draft.value) !== JSON.stringify(templates[chosen.value]?.value ?? value)
      }
      onSubmit={save}
      onClose={onClose}
    >
      {hint && <p class="quiet">{hint}</p>}
      {templates.length > 0 && <Templates templates={templates} chosen={chosen.value} onChoose={choose} />}
      {schema ? (
        <Parts
          key={chosen.value}
          {...props}
          schema={schema}
          draft={draft}
          isJson={isJson}
          entries={error.value?.entries ?? NONE}
        />
      ) : (
        <NoSchema error={schemaError} />
      )}
    </FormDialog>
  );
};

/** Shown until the fields are known, or if they cannot be. */
const NoSchema = ({ error }: { readonly error: ApiError | undefined }) =>
  error ? <ErrorState error={error} /> : <Loading />;

const NONE: readonly ErrorEntry[] = [];

const focusError = () => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus();

interface TemplatesProps {
  readonly templates: readonly Template[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const Templates = ({ templates, chosen, onChoose }: TemplatesProps) => (
  <ul class="editor-templates" aria-label="Begin with">
    {templates.map(({ title }, index) => (
      <li key={title}>
        <button type="button" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
          {title}
        </button>
      </li>
    ))}
  </ul>
);

/** Whether a record is edited beside its preview. */
const isSpacious = ({ properties = {} }: Schema): boolean =>
  ['html_body', 'orientation', 'emails', 'steps'].some((name) => name in properties);

interface PartsProps extends RecordDialogProps {
  readonly schema: Schema;
  readonly draft: Signal<Draft>;
  /** Whether the JSON can be read. */
  readonly isJson: Signal<boolean>;
  /** What the server rejected. */
  readonly entries: readonly ErrorEntry[];
}

const Parts = (props: PartsProps) => {
  const { schema, draft, isJson, entries, about = {}, hidden = [], copies = [] } = props;
  const { isChange = props.route.startsWith('PUT '), opened } = props;
  const errors = useMemo(
    () => new Map(entries.map(({ attribute = '', message }) => [attribute, message])),
    [entries],
  );
  const [ofFields, others] = [true, false].map((isOfField) =>
    entries.filter(({ attribute = '' }) => isOfField === (attribute !== '' && hasField(schema, attribute))),
  );
  const fields = (
    <Fields
      schema={schema}
      value={draft.value}
      path=""
      hidden={['account_id', ...hidden]}
      onChange={(value) => {
        draft.value = value;
      }}
    />
  );
  const json = (
    <>
      <Rejections of={ofFields} />
      <JsonText draft={draft} isJson={isJson} />
      <div class="actions">
        {copies.map(([label, copy]) => (
          <CopyButton key={label} label={label} text={() => copy(draft.value)} />
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

/** What the server rejected, where no field shows it. */
const Rejections = ({ of: entries = NONE }: { readonly of: readonly ErrorEntry[] | undefined }) =>
  entries.length > 0 && (
    <div role="alert">
      <Note tone="bad">{entries.map(({ message }) => message).join(' ')}</Note>
    </div>
  );

const JsonText = ({ draft, isJson }: Pick<PartsProps, 'draft' | 'isJson'>) => {
  const text = useSignal(JSON.stringify(draft.value, null, 2));
  const record = parseOrError(text.value);
  return (
    <Field
      label="The record as JSON"
      rows={20}
      isCode
      value={text.value}
      error={record instanceof ApiError ? record.message : undefined}
      onInput={(json) => {
        text.value = json;
        const value = parseOrError(json);
        isJson.value = !(value instanceof ApiError);
        if (!(value instanceof ApiError)) draft.value = value;
      }}
    />
  );
};

function parseOrError(text: string): Draft | ApiError {
  try {
    return parseObject(text) as Draft; // an object of JSON
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
