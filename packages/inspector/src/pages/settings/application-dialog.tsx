import { callApi } from '../../api/request.ts';
import type { InputOf, Item } from '../../api/responses.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';

/** An OAuth application in the list. */
export type Application = Item<'GET /_admin/applications', 'applications'>;

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application: Application | undefined;
  readonly onClose: () => void;
}

const ADD = 'POST /_admin/applications';
const CHANGE = 'PUT /_admin/applications/{client_id}';

/** Registers or changes an OAuth application. */
export const ApplicationDialog = ({ application, onClose }: ApplicationDialogProps) => {
  const { client_id: id, name = '', redirect_uris = [] } = application ?? {};
  const save = (record: Draft): Promise<unknown> =>
    id === undefined
      ? callApi(ADD, record as InputOf<typeof ADD>) // the server checks it
      : callApi(CHANGE, { ...record, client_id: id });
  return (
    <RecordDialog
      title={application ? `Edit ${name}` : 'Register an application'}
      verb={application ? 'Save' : 'Register'}
      route={application ? CHANGE : ADD}
      value={{ name, redirect_uris }}
      done="Application saved"
      topics={['records']}
      onClose={onClose}
      onSave={save}
    />
  );
};
