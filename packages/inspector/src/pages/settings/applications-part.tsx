import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { type Application, ApplicationDialog } from './application-dialog.tsx';

/** The OAuth applications, with their secrets and granted tokens. */
export const ApplicationsPart = () => {
  const applications = useResource('GET /_admin/applications', {}, ['records']);
  return (
    <Section
      title="OAuth applications"
      actions={
        <DialogButton
          icon="plus"
          dialog={(onClose) => <ApplicationDialog application={undefined} onClose={onClose} />}
        >
          Register application
        </DialogButton>
      }
    >
      <Loaded of={applications}>
        {(data) =>
          data.applications.length === 0 ? (
            <EmptyState icon="settings" title="No applications">
              <p>Register one to try out the authorization code flow.</p>
            </EmptyState>
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
  const {
    client_id: id,
    client_secret: secret,
    name,
    redirect_uris: uris,
    is_active: isActive,
  } = application;
  return (
    <Section
      title={name}
      isCard
      actions={<Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'active' : 'no callback URL'}</Badge>}
    >
      <DetailList
        details={[
          ['Client id', <Secret key="id" text={id} />],
          ['Client secret', <Secret key="secret" text={secret} />],
          ['Callback URLs', uris.join('\n')],
          ['Granted tokens', <Tokens key="tokens" id={id} />],
        ]}
      />
      <div class="actions">
        <DialogButton dialog={(onClose) => <ApplicationDialog application={application} onClose={onClose} />}>
          Edit
        </DialogButton>
        <ConfirmButton
          button={{ look: 'danger', children: 'Remove' }}
          title={`Remove ${name}?`}
          verb="Remove"
          isDangerous
          onConfirm={() =>
            attempt(
              'Application removed',
              () => callApi('DELETE /_admin/applications/{client_id}', { client_id: id }),
              ['records'],
            )
          }
        >
          <p>Its codes and tokens become invalid.</p>
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
  const revoke = () =>
    attempt(
      'Tokens revoked',
      () => callApi('DELETE /_admin/applications/{client_id}/tokens', { client_id: id }),
      ['records'],
    );
  return (
    <span class="settings-token">
      <span class="number">{count}</span>
      {count > 0 && <Button onClick={revoke}>Revoke all</Button>}
    </span>
  );
};
