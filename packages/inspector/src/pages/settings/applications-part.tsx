import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { type Application, ApplicationDialog } from './application-dialog.tsx';

/** The OAuth applications, with their secrets and granted tokens. */
export const ApplicationsPart = () => {
  const applications = useResource<{ readonly applications: readonly Application[] }>('/applications', {}, [
    'records',
  ]);
  const edited = useSignal<Application | 'new' | undefined>(undefined);
  return (
    <Section
      title="OAuth applications"
      actions={
        <Button
          icon="plus"
          onClick={() => {
            edited.value = 'new';
          }}
        >
          Register application
        </Button>
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
                <ApplicationCard
                  key={application.client_id}
                  application={application}
                  onEdit={() => {
                    edited.value = application;
                  }}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {edited.value && (
        <ApplicationDialog
          application={edited.value === 'new' ? undefined : edited.value}
          onClose={() => {
            edited.value = undefined;
          }}
        />
      )}
    </Section>
  );
};

interface ApplicationCardProps {
  readonly application: Application;
  readonly onEdit: () => void;
}

const ApplicationCard = ({ application, onEdit }: ApplicationCardProps) => {
  const {
    client_id: id,
    client_secret: secret,
    name,
    redirect_uris: uris,
    is_active: isActive,
  } = application;
  const isRemoving = useSignal(false);
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
        <Button onClick={onEdit}>Edit</Button>
        <Button
          look="danger"
          onClick={() => {
            isRemoving.value = true;
          }}
        >
          Remove
        </Button>
      </div>
      {isRemoving.value && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          verb="Remove"
          isDangerous
          onClose={() => {
            isRemoving.value = false;
          }}
          onConfirm={() =>
            attempt('Application removed', () => callApi(inRoute`DELETE /applications/${id}`), ['records'])
          }
        >
          <p>Its codes and tokens become invalid.</p>
        </ConfirmDialog>
      )}
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
  const granted = useResource<{ readonly tokens: readonly unknown[] }>(
    `/applications/${encodeURIComponent(id)}/tokens`,
    {},
    ['records'],
  );
  const count = granted.data?.tokens.length ?? 0;
  const revoke = () =>
    attempt('Tokens revoked', () => callApi(inRoute`DELETE /applications/${id}/tokens`), ['records']);
  return (
    <span class="settings-token">
      <span class="number">{count}</span>
      {count > 0 && <Button onClick={revoke}>Revoke all</Button>}
    </span>
  );
};
