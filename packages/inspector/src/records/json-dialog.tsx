import { useSignal } from '@preact/signals';
import { ApiError, parseObject } from '../api/request.ts';
import { FormDialog } from '../design/dialog/form-dialog.tsx';
import { Field } from '../design/field/field.tsx';
import { attempt } from '../design/toast/toast.tsx';

interface JsonDialogProps {
  readonly title: string;
  readonly verb: string;
  /** What the field contains at first. */
  readonly value: unknown;
  readonly hint: string;
  /** The text of the toast. */
  readonly done: string;
  readonly onSave: (record: object) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A dialog in which the user writes a record as JSON. */
export const JsonDialog = ({ title, verb, value, hint, done, onSave, onClose }: JsonDialogProps) => {
  const text = useSignal(JSON.stringify(value, null, 2));
  /** Why the server rejected the text. */
  const rejection = useSignal<string | undefined>(undefined);
  const record = parseOrError(text.value);
  const save = () =>
    attempt(
      done,
      async () => ({ result: await onSave(parseObject(text.value)) }),
      ['records'],
      ({ messages }) => {
        rejection.value = messages.join('\n');
      },
    );
  return (
    <FormDialog
      title={title}
      verb={verb}
      isWide
      isDisabled={record instanceof ApiError}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="JSON"
        rows={20}
        isCode
        value={text.value}
        hint={hint}
        error={record instanceof ApiError ? record.message : rejection.value}
        onInput={(value) => {
          text.value = value;
          rejection.value = undefined;
        }}
      />
    </FormDialog>
  );
};

function parseOrError(text: string): object | ApiError {
  try {
    return parseObject(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
