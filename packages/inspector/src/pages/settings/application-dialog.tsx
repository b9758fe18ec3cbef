import { useSignal } from '@preact/signals';
import { callApi } from '../../api/request.ts';
import type { Item } from '../../api/responses.ts';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';

/** An OAuth application in the list. */
export type Application = Item<'GET /_admin/applications', 'applications'>;

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application: Application | undefined;
  readonly onClose: () => void;
}

/** Registers or changes an OAuth application. */
export const ApplicationDialog = ({ application, onClose }: ApplicationDialogProps) => {
  const name = useSignal(application?.name ?? '');
  const uris = useSignal(application?.redirect_uris.join('\n') ?? '');
  const save = () => {
    const lines = uris.value.split('\n').map((line) => line.trim());
    const body = { name: name.value, redirect_uris: lines.filter((line) => line !== '') };
    const send = () =>
      application
        ? callApi('PUT /_admin/applications/{client_id}', { client_id: application.client_id, ...body })
        : callApi('POST /_admin/applications', body);
    return attempt('Application saved', send, ['records']);
  };
  return (
    <FormDialog
      title={application ? `Edit ${application.name}` : 'Register an application'}
      verb={application ? 'Save' : 'Register'}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Name" isRequired {...bind(name)} />
      <Field
        label="Callback URLs"
        rows={3}
        isCode
        hint="One per line. Without one, the application is not active."
        {...bind(uris)}
      />
    </FormDialog>
  );
};
