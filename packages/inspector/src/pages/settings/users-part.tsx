import { callApi } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Account, Token, User } from './account.ts';
import { UserDialog } from './user-dialog.tsx';

/** The users of the account and all its tokens. */
export const UsersPart = ({ account }: { readonly account: Account }) => {
  const emails = new Map(account.users.map(({ id, email }) => [id, email]));
  return (
    <>
      <Section
        title="Users"
        actions={
          <DialogButton
            icon="plus"
            dialog={(onClose) => <UserDialog accountId={account.id} onClose={onClose} />}
          >
            Add user
          </DialogButton>
        }
      >
        <Table label="Users" columns={userColumns(account.id)} rows={account.users} keyOf={({ id }) => id} />
      </Section>
      <Section
        title="Tokens"
        actions={account.users.map((user) => (
          <Button key={user.id} icon="plus" onClick={() => createToken(account, user)}>
            {account.users.length === 1 ? 'Create token' : `Create token of ${user.email}`}
          </Button>
        ))}
      >
        <Table
          label="Tokens"
          columns={tokenColumns(account.id, emails)}
          rows={account.tokens}
          keyOf={({ token }) => token}
        />
      </Section>
    </>
  );
};

const createToken = (account: Account, { id, email }: User) =>
  attempt(
    `Token of ${email} created`,
    () =>
      callApi('POST /_admin/accounts/{account_id}/users/{user_id}/tokens', {
        account_id: account.id,
        user_id: id,
      }),
    ['records'],
  );

const userColumns = (accountId: string): readonly Column<User>[] => [
  { header: 'Email', cell: ({ email }) => email },
  wideOnly({ header: 'Name', cell: ({ name }) => name || '–' }),
  { header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  wideOnly({ header: 'Time zone', look: 'quiet', cell: ({ time_zone }) => time_zone }),
  wideOnly(numberColumn('Tokens', '5rem', ({ tokens }) => tokens.length)),
  {
    header: '',
    width: '5.5rem',
    cell: (user) => (
      <DialogButton
        look="bare"
        label={`Edit ${user.email}`}
        dialog={(onClose) => <UserDialog accountId={accountId} user={user} onClose={onClose} />}
      >
        Edit
      </DialogButton>
    ),
  },
];

const tokenColumns = (accountId: string, emails: ReadonlyMap<string, string>): readonly Column<Token>[] => [
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
  wideOnly({ header: 'User', cell: ({ user_id }) => emails.get(user_id) ?? user_id }),
  wideOnly({ header: 'Application', cell: ({ client_id }) => client_id ?? '–' }),
  wideOnly(timeColumn('Created', ({ created_at }) => created_at, '7rem')),
  {
    header: '',
    width: '3.5rem',
    cell: ({ token }) => <RevokeButton accountId={accountId} token={token} />,
  },
];

interface RevokeButtonProps {
  readonly accountId: string;
  readonly token: string;
}

const RevokeButton = ({ accountId, token }: RevokeButtonProps) => (
  <ConfirmButton
    button={{ look: 'bare', icon: 'trash', label: `Revoke token ${token}` }}
    title="Revoke this token?"
    verb="Revoke"
    isDangerous
    onConfirm={() =>
      attempt(
        'Token revoked',
        () =>
          callApi('DELETE /_admin/accounts/{account_id}/tokens/{token}', { account_id: accountId, token }),
        ['records'],
      )
    }
  >
    <p class="wrap">
      Requests with <code class="mono">{token}</code> are rejected with 401.
    </p>
  </ConfirmButton>
);
