import { type Signal, useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { Section } from '../../design/page/page.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
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
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'name', header: 'Name', isWideOnly: true, cell: ({ name }) => name || '–' },
  { id: 'role', header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  { id: 'zone', header: 'Time zone', look: 'quiet', isWideOnly: true, cell: ({ time_zone }) => time_zone },
  {
    id: 'tokens',
    header: 'Tokens',
    width: '5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ tokens }) => tokens.length,
  },
  {
    id: 'edit',
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
    id: 'token',
    header: 'Token',
    cell: ({ token }) => (
      <span class="settings-token">
        <span class="mono">{token}</span>
        <CopyButton text={token} />
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', width: '5rem', cell: ({ kind }) => <Badge>{kind}</Badge> },
  { id: 'user', header: 'User', isWideOnly: true, cell: ({ user_id }) => emails.get(user_id) ?? user_id },
  { id: 'application', header: 'Application', isWideOnly: true, cell: ({ client_id }) => client_id ?? '–' },
  {
    id: 'created',
    header: 'Created',
    width: '7rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: 'revoke',
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
