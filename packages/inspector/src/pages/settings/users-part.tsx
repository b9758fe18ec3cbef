import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { Dialog } from '../../design/dialog/dialog.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { Section } from '../../design/page/page.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import type { Account, Token, User } from './account.ts';

/** The users of the account and all its tokens. */
export const UsersPart = ({ account }: { readonly account: Account }) => {
  const isAdding = useSignal(false);
  const emails = new Map(account.users.map(({ id, email }) => [id, email]));
  return (
    <>
      <Section
        title="Users"
        actions={
          <Button
            icon="plus"
            onClick={() => {
              isAdding.value = true;
            }}
          >
            Add user
          </Button>
        }
      >
        <Table label="Users" columns={USER_COLUMNS} rows={account.users} keyOf={({ id }) => id} />
      </Section>
      <Section title="Tokens">
        <Table
          label="Tokens"
          columns={tokenColumns(emails)}
          rows={account.tokens}
          keyOf={({ token }) => token}
        />
      </Section>
      {isAdding.value && (
        <AddUser
          accountId={account.id}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </>
  );
};

const USER_COLUMNS: readonly Column<User>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => email },
  { id: 'name', header: 'Name', isWideOnly: true, cell: ({ name }) => name ?? '–' },
  { id: 'role', header: 'Role', width: '6.5rem', cell: ({ role }) => <Badge>{role}</Badge> },
  { id: 'zone', header: 'Time zone', look: 'quiet', isWideOnly: true, cell: ({ time_zone }) => time_zone },
  { id: 'tokens', header: 'Tokens', width: '5rem', look: 'number', cell: ({ tokens }) => tokens.length },
];

const tokenColumns = (emails: ReadonlyMap<string, string>): readonly Column<Token>[] => [
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
];

interface AddUserProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

const AddUser = ({ accountId, onClose }: AddUserProps) => {
  const email = useSignal('');
  const role = useSignal('member');
  const add = async (event: Event) => {
    event.preventDefault();
    const body = { email: email.value, role: role.value };
    const added = await attempt(
      'User added, with a token',
      () => callApi<object>(inRoute`POST /accounts/${accountId}/users`, { body }),
      ['records'],
    );
    if (added) onClose();
  };
  return (
    <Dialog
      title="Add a user"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" form="add-user">
            Add user
          </Button>
        </>
      }
    >
      <form id="add-user" class="form" onSubmit={add}>
        <Field
          label="Email"
          type="email"
          isRequired
          value={email.value}
          onInput={(value) => {
            email.value = value;
          }}
        />
        <Select
          label="Role"
          value={role.value}
          options={['owner', 'member', 'viewer']}
          onInput={(value) => {
            role.value = value;
          }}
        />
      </form>
    </Dialog>
  );
};
