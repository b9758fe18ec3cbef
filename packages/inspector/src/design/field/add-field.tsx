import { useSignal } from '@preact/signals';
import { Button } from '../button/button.tsx';

interface AddFieldProps {
  /** The label, such as `New tag`. */
  readonly label: string;
  /** Adds a string that is not empty. Returns undefined if it failed; the text then stays. */
  readonly onAdd: (text: string) => Promise<unknown>;
}

/** A field with a button that adds its text to a list. */
export const AddField = ({ label, onAdd }: AddFieldProps) => {
  const draft = useSignal('');
  const add = async (event: Event) => {
    event.preventDefault();
    const text = draft.value.trim();
    if (text !== '' && (await onAdd(text)) !== undefined) draft.value = '';
  };
  return (
    <form class="add-field" onSubmit={add}>
      <input
        class="input"
        aria-label={label}
        placeholder={label}
        value={draft.value}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value;
        }}
      />
      <Button type="submit" icon="plus">
        Add
      </Button>
    </form>
  );
};
