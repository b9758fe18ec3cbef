import type { ComponentChildren, ComponentType } from 'preact';
import { type AccountSummary, accountId, accounts, callForAccount } from '../../api/accounts.ts';
import { callApi, type ResponseOf } from '../../api/request.ts';
import { useResource, useServerResource } from '../../api/resource.ts';
import { Badge } from '../../design/badge/badge.tsx';
import { Button, LinkButton } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { AddField } from '../../design/field/field.tsx';
import { column } from '../../design/list/list.tsx';
import { type Detail, DetailList, EmptyState, Loaded, Page, Section } from '../../design/page/page.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { labelOf, numberText } from '../../design/words.ts';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { serverUrl } from '../../location/server-url.ts';
import { ApplicationsPart, UsersPart } from './access-part.tsx';

type Account = ResponseOf<'GET /_admin/accounts/{account_id}'>;

export const SettingsPage = () => {
  const account = useResource('GET /_admin/accounts/{account_id}', {}, ['records']);
  const part = (Part: ComponentType<AccountProps>) => (
    <Loaded of={account}>{(data) => <Part account={data} />}</Loaded>
  );
  return (
    <Page title="Settings" actions={<CreateAccount />}>
      <Tabs
        label="Settings"
        parameter="tab"
        tabs={[
          { id: 'account', title: 'Account', content: part(AccountPart) },
          { id: 'users', title: 'Users and tokens', content: part(UsersPart) },
          { id: 'limits', title: 'Limits', content: part(LimitsPart) },
          { id: 'applications', title: 'OAuth applications', content: <ApplicationsPart /> },
          { id: 'accounts', title: 'All accounts', content: <AccountsPart /> },
          { id: 'seed', title: 'Seed', content: <SeedPart /> },
        ]}
      />
    </Page>
  );
};

interface AccountProps {
  readonly account: Account;
}

const EXAMPLE = {
  subscribers: [{ email: 'ann@example.com', tags: ['vip'] }],
  campaigns: [
    { name: 'Welcome', status: 'active', emails: [{ subject: 'Welcome', html_body: '<p>Hi!</p>' }] },
  ],
};

const AccountPart = ({ account }: AccountProps) => (
  <div class="columns">
    <Section
      title="Account"
      isCard
      actions={
        <>
          <RecordButton
            button={{ icon: 'plus', children: 'Add data' }}
            title="Add data"
            verb="Add data"
            route="POST /_admin/accounts/{account_id}/seed"
            value={EXAMPLE}
            hint="Records as in a seed, also those that the API cannot create. Settings of the account are changed."
            done="Data added"
          />
          <RecordButton
            button={{ children: 'Edit' }}
            title="Edit the account"
            route="POST /_admin/accounts/{account_id}/seed"
            value={{ ...account.settings }}
            done="Account changed"
          />
        </>
      }
    >
      <DetailList
        details={[
          ['Id', account.id],
          ['Created', <Time key="created" at={account.created_at} format="both" />],
          ['Clock', account.has_own_clock ? 'its own' : "the server's"],
          ...Object.entries(account.settings).map(detailOf),
        ]}
      />
    </Section>
    <div class="stack">
      <Section title="Custom fields" isCard>
        {account.custom_fields.length > 0 && (
          <p class="actions">
            {account.custom_fields.map((identifier) => (
              <Badge key={identifier}>{identifier}</Badge>
            ))}
          </p>
        )}
        <AddField label="New custom field" onAdd={addField} />
      </Section>
    </div>
  </div>
);

const addField = (identifier: string) =>
  attempt(`Custom field “${identifier}” created`, async () => {
    await callForAccount('POST /_admin/accounts/{account_id}/custom_fields', { identifier });
    return true;
  });

function settingOf(value: unknown): ComponentChildren {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value);
  if (value === null || typeof value !== 'object') return value === null ? null : String(value);
  const members = Object.entries(value);
  if (members.length === 0) return 'none';
  if (!Array.isArray(value)) return <DetailList details={members.map(detailOf)} />;
  if (value.every((one) => typeof one !== 'object')) return value.join(', ');
  return <div class="stack">{value.map(settingOf)}</div>;
}

/** A member of a setting. Names with spaces or capital letters are the user's own. */
const detailOf = ([name, value]: readonly [string, unknown]): Detail => [
  LIMITS[name] ?? (/^[a-z_]+$/.test(name) ? labelOf(name) : name),
  settingOf(value),
];

const LIMITS: Readonly<Record<string, string>> = {
  individual: 'Single requests per hour',
  batch: 'Batch requests per hour',
  records: 'Records in batches per hour',
  concurrency: 'One update of a subscriber at a time',
  retry_after: 'Retry-After header',
  window_offset: 'Offset of the hour in seconds',
  script_visitor: 'Page script requests of a visitor each minute',
  script_address: 'Page script requests of an address each minute',
  signups_address: 'Signups of an address each hour',
  signups_account: 'Signups per account and hour',
};

const LimitsPart = ({ account: { limits } }: AccountProps) => (
  <Section title="Limits in force" isCard>
    {limits === null ? (
      <p class="quiet">Limits are switched off for this server.</p>
    ) : (
      <DetailList details={Object.entries(limits).map(detailOf)} />
    )}
    <p class="quiet">Limits are set when the server starts.</p>
  </Section>
);

const CreateAccount = () => {
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

const AccountsPart = () => (
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

const SeedPart = () => {
  const seed = useServerResource('GET /_admin/seed', {}, []);
  return (
    <Section
      title="Seed"
      actions={
        <LinkButton href={serverUrl('/_admin/seed/export')} download="trickle-seed.json">
          Export as a seed
        </LinkButton>
      }
    >
      <p class="quiet">
        The server starts with this data, and goes back to it when it is reset. The exported seed has the
        records as they are now, and counts in <code>$left_out</code> what a seed cannot express.
      </p>
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
