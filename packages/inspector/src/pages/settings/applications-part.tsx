import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { InputOf, Item } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { Loaded, Nothing } from '../../design/states/states.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import type { Draft } from '../../editor/schema.ts';

type Application = Item<'GET /_admin/applications', 'applications'>;

const ADD = 'POST /_admin/applications';
const CHANGE = 'PUT /_admin/applications/{client_id}';
const REMOVE = 'DELETE /_admin/applications/{client_id}';
const REVOKE = 'DELETE /_admin/applications/{client_id}/tokens';

/** The OAuth applications, with their secrets and granted tokens. */
export const ApplicationsPart = () => {
  const applications = useResource('GET /_admin/applications', {}, ['records']);
  return (
    <Section
      title="OAuth applications"
      actions={
        <DialogButton icon="plus" dialog={(onClose) => <ApplicationDialog onClose={onClose} />}>
          Register application
        </DialogButton>
      }
    >
      <Loaded of={applications}>
        {(data) =>
          data.applications.length === 0 ? (
            <Nothing
              of={['settings', 'No applications', 'Register one to try out the authorization code flow.']}
            />
          ) : (
            <div class="columns">
              {data.applications.map((application) => (
                <ApplicationCard key={application.client_id} application={application} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  );
};

interface ApplicationDialogProps {
  /** The application to change; without one, a new one is registered. */
  readonly application?: Application;
  readonly onClose: () => void;
}

/** Registers or changes an OAuth application. */
const ApplicationDialog = ({ application, onClose }: ApplicationDialogProps) => {
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
      onClose={onClose}
      onSave={save}
    />
  );
};

const ApplicationCard = ({ application }: { readonly application: Application }) => {
  const { client_id, client_secret: secret, name, redirect_uris: uris, is_active: isActive } = application;
  return (
    <Section
      title={name}
      isCard
      actions={<Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'active' : 'no callback URL'}</Badge>}
    >
      <DetailList
        details={[
          ['Client id', <Secret key="id" text={client_id} />],
          ['Client secret', <Secret key="secret" text={secret} />],
          ['Callback URLs', uris.join('\n')],
          ['Granted tokens', <Tokens key="tokens" id={client_id} />],
        ]}
      />
      <div class="actions">
        <DialogButton dialog={(onClose) => <ApplicationDialog application={application} onClose={onClose} />}>
          Edit
        </DialogButton>
        <ConfirmButton
          button={{ look: 'danger', children: 'Remove' }}
          title={`Remove ${name}?`}
          onConfirm={() => attempt('Application removed', () => callApi(REMOVE, { client_id }))}
        >
          Its codes and tokens become invalid.
        </ConfirmButton>
      </div>
    </Section>
  );
};

const Secret = ({ text }: { readonly text: string }) => (
  <span class="settings-token">
    <span class="mono wrap">{text}</span>
    <CopyButton text={text} />
  </span>
);

/** How many tokens an application has, with a button that revokes them. */
const Tokens = ({ id }: { readonly id: string }) => {
  const granted = useResource('GET /_admin/applications/{client_id}/tokens', { client_id: id }, ['records']);
  const count = granted.data?.tokens.length ?? 0;
  return (
    <span class="settings-token">
      <span class="number">{count}</span>
      {count > 0 && (
        <Button onClick={() => attempt('Tokens revoked', () => callApi(REVOKE, { client_id: id }))}>
          Revoke all
        </Button>
      )}
    </span>
  );
};
