import { useSignal } from '@preact/signals';
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
  readonly onSave: (value: unknown) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A dialog in which the user writes a record as JSON. */
export const JsonDialog = ({ title, verb, value, hint, done, onSave, onClose }: JsonDialogProps) => {
  const text = useSignal(JSON.stringify(value, null, 2));
  /** Why the server rejected the text. */
  const rejection = useSignal<string | undefined>(undefined);
  const parsed = parsedOrError(text.value);
  const save = () =>
    attempt(
      done,
      async () => ({ result: await onSave('value' in parsed ? parsed.value : undefined) }),
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
      isDisabled={'error' in parsed}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label="JSON"
        rows={20}
        isCode
        value={text.value}
        hint={hint}
        error={'error' in parsed ? parsed.error : rejection.value}
        onInput={(value) => {
          text.value = value;
          rejection.value = undefined;
        }}
      />
    </FormDialog>
  );
};

function parsedOrError(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
