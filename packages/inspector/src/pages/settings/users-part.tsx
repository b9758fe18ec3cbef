import { type Signal, useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Account, Token, User } from './account.ts';
import { UserDialog } from './user-dialog.tsx';

/** The users of the account and all its tokens. */
export const UsersPart = ({ account }: { readonly account: Account }) => {
  const edited = useSignal<User | 'new' | undefined>(undefined);
  const revoked = useSignal<Token | undefined>(undefined);
  const emails = new Map(account.users.map(({ id, email }) => [id, email]));
  return (
    <>
      <Section
        title="Users"
        actions={
          <Button
            icon="plus"
            onClick={() => {
              edited.value = 'new';
            }}
          >
            Add user
          </Button>
        }
      >
        <Table label="Users" columns={userColumns(edited)} rows={account.users} keyOf={({ id }) => id} />
      </Section>
      <Section title="Tokens">
        <Table
          label="Tokens"
          columns={tokenColumns(emails, revoked)}
          rows={account.tokens}
          keyOf={({ token }) => token}
        />
      </Section>
      {edited.value && (
        <UserDialog
          accountId={account.id}
          user={edited.value === 'new' ? undefined : edited.value}
          onClose={() => {
            edited.value = undefined;
          }}
        />
      )}
      {revoked.value && (
        <RevokeToken
          accountId={account.id}
          token={revoked.value.token}
          onClose={() => {
            revoked.value = undefined;
          }}
        />
      )}
    </>
  );
};

const userColumns = (edited: Signal<User | 'new' | undefined>): readonly Column<User>[] => [
  { header: 'Email', cell: ({ email }) => email },
  wideOnly({ header: 'Name', cell: ({ name }) => name || '–' }),
  { header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  wideOnly({ header: 'Time zone', look: 'quiet', cell: ({ time_zone }) => time_zone }),
  wideOnly(numberColumn('Tokens', '5rem', ({ tokens }) => tokens.length)),
  {
    header: '',
    width: '5.5rem',
    cell: (user) => (
      <Button
        look="bare"
        label={`Edit ${user.email}`}
        onClick={() => {
          edited.value = user;
        }}
      >
        Edit
      </Button>
    ),
  },
];

const tokenColumns = (
  emails: ReadonlyMap<string, string>,
  revoked: Signal<Token | undefined>,
): readonly Column<Token>[] => [
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
    cell: (token) => (
      <Button
        look="bare"
        icon="trash"
        label={`Revoke token ${token.token}`}
        onClick={() => {
          revoked.value = token;
        }}
      />
    ),
  },
];

interface RevokeTokenProps {
  readonly accountId: string;
  readonly token: string;
  readonly onClose: () => void;
}

const RevokeToken = ({ accountId, token, onClose }: RevokeTokenProps) => (
  <ConfirmDialog
    title="Revoke this token?"
    verb="Revoke"
    isDangerous
    onClose={onClose}
    onConfirm={() =>
      attempt('Token revoked', () => callApi(inRoute`DELETE /accounts/${accountId}/tokens/${token}`), [
        'records',
      ])
    }
  >
    <p class="wrap">
      Requests with <code class="mono">{token}</code> are rejected with 401.
    </p>
  </ConfirmDialog>
);
