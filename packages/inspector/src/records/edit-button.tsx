import { capitalized } from '../design/capitalized.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { JsonDialog } from './json-dialog.tsx';

interface EditButtonProps {
  /** For example `form`. */
  readonly noun: string;
  /** Sends the members that the user wrote. */
  readonly onSave: (record: object) => Promise<unknown>;
  /** What the record has now. */
  readonly value: unknown;
  /** Explains the members. */
  readonly hint: string;
}

/** Changes a record that the REST API cannot change. */
export const EditButton = ({ noun, onSave, value, hint }: EditButtonProps) => (
  <DialogButton
    dialog={(onClose) => (
      <JsonDialog
        title={`Edit the ${noun}`}
        verb="Save"
        value={value}
        hint={`${hint} Members that you leave out stay as they are.`}
        done={`${capitalized(noun)} changed`}
        onClose={onClose}
        onSave={onSave}
      />
    )}
  >
    Edit
  </DialogButton>
);
