import { type AccountSummary, accountId, accounts, loadAccounts } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { ConfirmButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';

/** All accounts of the server. */
export const AccountsPart = () => {
  const create = async () => {
    const made = await attempt('Account created', () => callApi('POST /_admin/accounts', {}));
    await loadAccounts();
    if (made) navigate(urlOf('/settings', { account: made.account_id, tab: 'users' }));
  };
  return (
    <Section
      title="All accounts"
      actions={
        <Button icon="plus" onClick={create}>
          Create account
        </Button>
      }
    >
      <Table
        label="Accounts"
        columns={COLUMNS}
        rows={accounts.value ?? []}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => urlOf('/', { account: id })}
      />
    </Section>
  );
};

async function remove(id: string): Promise<void> {
  await attempt('Account removed', () => callApi('DELETE /_admin/accounts/{account_id}', { account_id: id }));
  // Its own pages would only say that it is gone.
  if (id === accountId.peek()) navigate(urlOf('/settings', { account: '', tab: 'accounts' }));
  await loadAccounts();
}

const RemoveButton = ({ id }: { readonly id: string }) => (
  <ConfirmButton
    button={{ look: 'bare', icon: 'trash', label: `Remove ${id}` }}
    title={`Remove account ${id}?`}
    verb="Remove"
    isDangerous
    onConfirm={() => remove(id)}
  >
    <p>All its data is deleted.</p>
  </ConfirmButton>
);

const COLUMNS: readonly Column<AccountSummary>[] = [
  { header: 'Account', cell: ({ id }) => id },
  { header: '', width: '6rem', cell: ({ id }) => id === accountId.value && <Badge tone="info">open</Badge> },
  numberColumn('Tokens', '5rem', ({ tokens }) => tokens.length),
  {
    header: '',
    width: '3.5rem',
    cell: ({ id }) => <RemoveButton id={id} />,
  },
];
