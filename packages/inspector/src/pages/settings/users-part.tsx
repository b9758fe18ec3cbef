import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopiedText } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, removeColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { act } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import type { AccountProps } from './account-part.tsx';

type Account = AccountProps['account'];

const CREATE_TOKEN = 'POST /_admin/accounts/{account_id}/users/{user_id}/tokens';
const REVOKE_TOKEN = 'DELETE /_admin/accounts/{account_id}/tokens/{token}';

/** The users of the account and all its tokens. */
export const UsersPart = ({ account: { users, tokens } }: AccountProps) => {
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
  wideOnly(textColumn('Name', ({ name }) => name)),
  { header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  wideOnly({ header: 'Time zone', look: 'quiet', cell: ({ time_zone }) => time_zone }),
  wideOnly(numberColumn('Tokens', '5rem', ({ tokens }) => tokens.length)),
  {
    header: '',
    width: '5.5rem',
    cell: (user) => (
      <RecordButton
        button={{ look: 'bare', label: `Edit ${user.email}`, children: 'Edit' }}
        title={`Edit ${user.email}`}
        verb="Save"
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
  wideOnly(textColumn('User', ({ user_id }) => emails.get(user_id) ?? user_id)),
  wideOnly(textColumn('Application', ({ client_id }) => client_id)),
  wideOnly(timeColumn('Created', ({ created_at: at }) => at, '9rem')),
  removeColumn(
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
