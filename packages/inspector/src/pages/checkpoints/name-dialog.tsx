import { useSignal } from '@preact/signals';
import { callApi } from '../../api/request.ts';
import type { Item } from '../../api/responses.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';

/** A stored state in the list. */
export type Checkpoint = Item<'GET /_admin/checkpoints', 'checkpoints'>;

interface DialogProps {
  readonly onClose: () => void;
}

interface TakeDialogProps extends DialogProps {
  /** The account, or nothing for the whole server. */
  readonly scope: { readonly account_id?: string };
}

/** Takes a checkpoint, with a name or without one. */
export const TakeDialog = ({ scope, onClose }: TakeDialogProps) => {
  const name = useSignal('');
  const take = () =>
    attempt('Checkpoint taken', () =>
      callApi('POST /_admin/checkpoints', { ...scope, ...(name.value !== '' && { name: name.value }) }),
    );
  return (
    <FormDialog title="Take a checkpoint" verb="Take" onSubmit={take} onClose={onClose}>
      <Field
        label="Name"
        placeholder="after import"
        hint="Optional. Tests can use it instead of the id."
        {...bind(name)}
      />
    </FormDialog>
  );
};

/** Gives a checkpoint a name, or another one. */
export const RenameDialog = ({ checkpoint, onClose }: DialogProps & { readonly checkpoint: Checkpoint }) => {
  const { id } = checkpoint;
  const name = useSignal(checkpoint.name ?? '');
  const rename = () =>
    attempt('Checkpoint renamed', () => callApi('PUT /_admin/checkpoints/{id}', { id, name: name.value }));
  return (
    <FormDialog
      title={`Rename ${titleOf(checkpoint)}`}
      verb="Rename"
      isDisabled={name.value === ''}
      onSubmit={rename}
      onClose={onClose}
    >
      <Field label="Name" {...bind(name)} />
    </FormDialog>
  );
};

/** The name of a checkpoint, or else its id. */
export const titleOf = ({ id, name }: Checkpoint): string => name ?? id;
