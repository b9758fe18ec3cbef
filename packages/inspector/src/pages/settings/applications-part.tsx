import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { InputOf, Item } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopiedText } from '../../design/code/code.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { DetailList } from '../../design/facts/facts.tsx';
import { Section } from '../../design/page/page.tsx';
import { Loaded, Nothing } from '../../design/states/states.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';

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
        <RecordButton
          button={{ icon: 'plus', children: 'Register application' }}
          title="Register an application"
          verb="Register"
          route={ADD}
          value={{ name: '', redirect_uris: [] }}
          done="Application saved"
          onSave={(record) => callApi(ADD, record as InputOf<typeof ADD>)} // the server checks it
        />
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
          ['Client id', <CopiedText key="id" text={client_id} />],
          ['Client secret', <CopiedText key="secret" text={secret} />],
          ['Callback URLs', uris.join('\n')],
          ['Granted tokens', <Tokens key="tokens" id={client_id} />],
        ]}
      />
      <div class="actions">
        <RecordButton
          button={{ children: 'Edit' }}
          title={`Edit ${name}`}
          verb="Save"
          route={CHANGE}
          value={{ ...application }}
          done="Application saved"
          onSave={(record) => callApi(CHANGE, { ...record, client_id })}
        />
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

const Tokens = ({ id }: { readonly id: string }) => {
  const granted = useResource('GET /_admin/applications/{client_id}/tokens', { client_id: id }, ['records']);
  const count = granted.data?.tokens.length ?? 0;
  return (
    <span class="icon-text">
      <span class="number">{count}</span>
      {count > 0 && (
        <Button onClick={() => attempt('Tokens revoked', () => callApi(REVOKE, { client_id: id }))}>
          Revoke all
        </Button>
      )}
    </span>
  );
};
