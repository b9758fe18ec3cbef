import { callApi, type InputOf, type Item, type ResponseOf } from '../../api/request.ts';
import { useServerResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopiedText } from '../../design/code/code.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { column } from '../../design/list/list.tsx';
import { DetailList, Loaded, Nothing, Section } from '../../design/page/page.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { act, attempt } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';

type Account = ResponseOf<'GET /_admin/accounts/{account_id}'>;

const CREATE_TOKEN = 'POST /_admin/accounts/{account_id}/users/{user_id}/tokens';
const REVOKE_TOKEN = 'DELETE /_admin/accounts/{account_id}/tokens/{token}';

export const UsersPart = ({ account: { users, tokens } }: { readonly account: Account }) => {
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return (
    <>
      <Section
        title="Users"
        actions={
          <RecordButton
            button={{ icon: 'plus', children: 'Add user' }}
            title="Add a user"
            verb="Add user"
            route="POST /_admin/accounts/{account_id}/users"
            value={{ email: '', role: 'member' }}
            hint="The address of a user who exists gets another token."
            done="User added, with a token"
          />
        }
      >
        <Table label="Users" columns={USER_COLUMNS} rows={users} />
      </Section>
      <Section
        title="Tokens"
        actions={users.map(({ id, email }) => (
          <Button
            key={id}
            icon="plus"
            onClick={() => act(`Token of ${email} created`, CREATE_TOKEN, { user_id: id })}
          >
            {users.length === 1 ? 'Create token' : `Create token of ${email}`}
          </Button>
        ))}
      >
        <Table label="Tokens" columns={tokenColumns(emails)} rows={tokens} keyOf={({ token }) => token} />
      </Section>
    </>
  );
};

const USER_COLUMNS: readonly Column<Account['users'][number]>[] = [
  { header: 'Email', cell: ({ email }) => email },
  column.wide(column.text('Name', ({ name }) => name)),
  { header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  column.wide({ header: 'Time zone', look: 'quiet', cell: ({ time_zone }) => time_zone }),
  column.wide(column.number('Tokens', '5rem', ({ tokens }) => tokens.length)),
  {
    header: '',
    width: '5.5rem',
    cell: (user) => (
      <RecordButton
        button={{ look: 'bare', label: `Edit ${user.email}`, children: 'Edit' }}
        title={`Edit ${user.email}`}
        route="PUT /_admin/accounts/{account_id}/users/{user_id}"
        value={user}
        ids={{ user_id: user.id }}
        hint="The time zone of the first owner is the account's."
        done="User changed"
      />
    ),
  },
];

const tokenColumns = (emails: ReadonlyMap<string, string>): readonly Column<Account['tokens'][number]>[] => [
  { header: 'Token', cell: ({ token }) => <CopiedText text={token} /> },
  { header: 'Kind', width: '5rem', cell: ({ kind }) => <Badge>{kind}</Badge> },
  column.wide(column.text('User', ({ user_id }) => emails.get(user_id) ?? user_id)),
  column.wide(column.text('Application', ({ client_id }) => client_id)),
  column.wide(column.time('Created', ({ created_at: at }) => at, '9rem')),
  column.remove(
    ({ token }) => `Revoke token ${token}`,
    ({ token }) => act('Token revoked', REVOKE_TOKEN, { token }),
    {
      title: () => 'Revoke this token?',
      verb: 'Revoke',
      text: ({ token }) => (
        <>
          Requests with <code class="mono">{token}</code> are rejected with 401.
        </>
      ),
    },
  ),
];

type Application = Item<'GET /_admin/applications', 'applications'>;

const ADD = 'POST /_admin/applications';
const CHANGE = 'PUT /_admin/applications/{client_id}';
const REMOVE = 'DELETE /_admin/applications/{client_id}';
const REVOKE = 'DELETE /_admin/applications/{client_id}/tokens';

export const ApplicationsPart = () => {
  const applications = useServerResource('GET /_admin/applications', {}, ['records']);
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
  const granted = useServerResource('GET /_admin/applications/{client_id}/tokens', { client_id: id }, [
    'records',
  ]);
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
