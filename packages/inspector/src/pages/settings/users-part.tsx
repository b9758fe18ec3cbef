import { callForAccount } from '../../api/accounts.ts';
import type { OwnInputOf, ResponseOf } from '../../api/responses.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, textColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { act } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';

type Account = ResponseOf<'GET /_admin/accounts/{account_id}'>;
type User = Account['users'][number];

const ADD = 'POST /_admin/accounts/{account_id}/users';
const CHANGE = 'PUT /_admin/accounts/{account_id}/users/{user_id}';
const CREATE_TOKEN = 'POST /_admin/accounts/{account_id}/users/{user_id}/tokens';
const REVOKE_TOKEN = 'DELETE /_admin/accounts/{account_id}/tokens/{token}';

/** The users of the account and all its tokens. */
export const UsersPart = ({ account: { users, tokens } }: { readonly account: Account }) => {
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return (
    <>
      <Section title="Users" actions={<AddUser />}>
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

/** Adds a user with a token. */
const AddUser = () => (
  <DialogButton
    icon="plus"
    dialog={(onClose) => (
      <RecordDialog
        title="Add a user"
        verb="Add user"
        route={ADD}
        value={{ email: '', role: 'member' }}
        hint="The address of a user who exists gets another token."
        done="User added, with a token"
        onClose={onClose}
        onSave={(user) => callForAccount(ADD, user as unknown as OwnInputOf<typeof ADD>)} // the server checks it
      />
    )}
  >
    Add user
  </DialogButton>
);

/** Changes a user's role on the account, name and time zone. */
const EditUser = ({ user: { id, email, role, name, time_zone } }: { readonly user: User }) => (
  <DialogButton
    look="bare"
    label={`Edit ${email}`}
    dialog={(onClose) => (
      <RecordDialog
        title={`Edit ${email}`}
        verb="Save"
        route={CHANGE}
        value={{ role, name, time_zone }}
        hint="The time zone of the first owner is the account's."
        done="User changed"
        onClose={onClose}
        onSave={(change) => callForAccount(CHANGE, { ...change, user_id: id })}
      />
    )}
  >
    Edit
  </DialogButton>
);

const USER_COLUMNS: readonly Column<User>[] = [
  { header: 'Email', cell: ({ email }) => email },
  wideOnly(textColumn('Name', ({ name }) => name)),
  { header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  wideOnly({ header: 'Time zone', look: 'quiet', cell: ({ time_zone }) => time_zone }),
  wideOnly(numberColumn('Tokens', '5rem', ({ tokens }) => tokens.length)),
  { header: '', width: '5.5rem', cell: (user) => <EditUser user={user} /> },
];

type Token = Account['tokens'][number];

const tokenColumns = (emails: ReadonlyMap<string, string>): readonly Column<Token>[] => [
  {
    header: 'Token',
    cell: ({ token }) => (
      <span class="settings-token">
        <span class="mono">{token}</span>
        <CopyButton text={token} />
      </span>
    ),
  },
  { header: 'Kind', width: '5rem', cell: ({ kind }) => <Badge>{kind}</Badge> },
  wideOnly(textColumn('User', ({ user_id }) => emails.get(user_id) ?? user_id)),
  wideOnly(textColumn('Application', ({ client_id }) => client_id)),
  wideOnly(timeColumn('Created', ({ created_at: at }) => at, '7rem')),
  {
    header: '',
    width: '3.5rem',
    cell: ({ token }) => (
      <ConfirmButton
        button={{ look: 'bare', icon: 'trash', label: `Revoke token ${token}` }}
        title="Revoke this token?"
        verb="Revoke"
        onConfirm={() => act('Token revoked', REVOKE_TOKEN, { token })}
      >
        Requests with <code class="mono">{token}</code> are rejected with 401.
      </ConfirmButton>
    ),
  },
];
