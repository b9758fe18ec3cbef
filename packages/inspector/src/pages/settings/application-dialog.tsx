import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { Dialog } from '../../design/dialog/dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';

/** An OAuth application as `GET /_admin/applications` lists it. */
export interface Application {
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  /** Whether it has a callback URL. */
  readonly is_active: boolean;
}

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application: Application | undefined;
  readonly onClose: () => void;
}

/** Registers or changes an OAuth application. */
export const ApplicationDialog = ({ application, onClose }: ApplicationDialogProps) => {
  const name = useSignal(application?.name ?? '');
  const uris = useSignal(application?.redirect_uris.join('\n') ?? '');
  const verb = application ? 'Save' : 'Register';
  const save = async (event: Event) => {
    event.preventDefault();
    const lines = uris.value.split('\n').map((line) => line.trim());
    const body = { name: name.value, redirect_uris: lines.filter((line) => line !== '') };
    const route = application ? inRoute`PUT /applications/${application.client_id}` : 'POST /applications';
    const saved = await attempt('Application saved', () => callApi<object>(route, { body }), ['records']);
    if (saved) onClose();
  };
  return (
    <Dialog
      title={application ? `Edit ${application.name}` : 'Register an application'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" form="edit-application">
            {verb}
          </Button>
        </>
      }
    >
      <form id="edit-application" class="form" onSubmit={save}>
        <Field
          label="Name"
          isRequired
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <Field
          label="Callback URLs"
          rows={3}
          isCode
          hint="One per line. Without one, the application is not active."
          value={uris.value}
          onInput={(value) => {
            uris.value = value;
          }}
        />
      </form>
    </Dialog>
  );
};
