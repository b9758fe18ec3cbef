import { type AccountSummary, accountId, accounts } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { useServerResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { type Detail, DetailList, Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import * as column from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';

export const CreateAccount = () => {
  const create = async () => {
    const made = await attempt('Account created', () => callApi('POST /_admin/accounts', {}));
    if (made) navigate(urlOf('/settings', { account: made.account_id, tab: 'users' }));
  };
  return (
    <Button icon="plus" onClick={create}>
      Create account
    </Button>
  );
};

export const AccountsPart = () => (
  <Section title="All accounts">
    <Table
      label="Accounts"
      columns={COLUMNS}
      rows={accounts.value ?? []}
      hrefOf={({ id }) => urlOf('/', { account: id })}
    />
  </Section>
);

async function remove(id: string): Promise<void> {
  await attempt('Account removed', () => callApi('DELETE /_admin/accounts/{account_id}', { account_id: id }));
  // Its own pages would only say that it is gone.
  if (id === accountId.peek()) navigate(urlOf('/settings', { account: '', tab: 'accounts' }));
}

const COLUMNS: readonly Column<AccountSummary>[] = [
  { header: 'Account', cell: ({ id }) => id },
  { header: '', width: '6rem', cell: ({ id }) => id === accountId.value && <Badge tone="info">open</Badge> },
  column.number('Tokens', '5rem', ({ tokens }) => tokens.length),
  column.remove(
    ({ id }) => `Remove ${id}`,
    ({ id }) => remove(id),
    { title: ({ id }) => `Remove account ${id}?`, verb: 'Remove', text: () => 'All its data is deleted.' },
  ),
];

/** The options of `trickle-server` that take the files, and what is in them. */
const EXPORTS: readonly Detail[] = [
  ['--state', 'trickle-state.json: everything as it is now, with history, jobs, faults and clocks.'],
  [
    '--seed',
    'trickle-seed.json: the records, to read, to edit and to keep. Its $left_out counts what a seed cannot express.',
  ],
];

export const SeedPart = () => {
  const seed = useServerResource('GET /_admin/seed', {}, []);
  return (
    <Section
      title="Seed"
      actions={
        <>
          <LinkButton href={serverUrl('/_admin/state')} download="trickle-state.json">
            Export the current state
          </LinkButton>
          <LinkButton href={serverUrl('/_admin/seed/export')} download="trickle-seed.json">
            Export as a seed
          </LinkButton>
        </>
      }
    >
      <p class="quiet">The server starts with this data, and goes back to it when it is reset.</p>
      <DetailList details={EXPORTS} />
      <Loaded of={seed}>
        {(data) =>
          data.seed === null ? (
            <EmptyState title="The server was started without a seed" />
          ) : (
            <Json label="Seed" value={data.seed} />
          )
        }
      </Loaded>
    </Section>
  );
};
