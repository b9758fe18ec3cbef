import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { Page, Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { numberColumn, stateColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { CreateButton, type Creation } from '../../records/create-record.tsx';
import { Deliveries } from './deliveries.tsx';
import type { WebhookSummary } from './webhook.ts';

/** All webhooks with their numbers, and their latest deliveries. */
export const WebhooksPage = () => {
  const webhooks = useResource('GET /_admin/webhooks', { account_id: accountId.value }, [
    'webhook_deliveries',
    'records',
  ]);
  return (
    <Page
      title="Webhooks"
      lead="Events are posted to your endpoints and retried with growing delays until one answers 2xx."
      actions={<CreateButton creation={CREATION} isPrimary />}
    >
      <Loaded of={webhooks}>
        {({ webhooks: rows }) => (rows.length === 0 ? <NoWebhooks /> : <Lists webhooks={rows} />)}
      </Loaded>
    </Page>
  );
};

const CREATION: Creation = {
  noun: 'webhook',
  nouns: 'webhooks',
  example: { post_url: '', events: [] },
  hint: 'Without a choice of events, the webhook gets all of them.',
  hrefOf: (id) => urlOf(`/webhooks/${encodeURIComponent(id)}`),
};

const Lists = ({ webhooks }: { readonly webhooks: readonly WebhookSummary[] }) => (
  <>
    <Table
      label="Webhooks"
      columns={COLUMNS}
      rows={webhooks}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => urlOf(`/webhooks/${encodeURIComponent(id)}`)}
    />
    <Section title="Latest deliveries">
      <Deliveries />
    </Section>
  </>
);

const COLUMNS: readonly Column<WebhookSummary>[] = [
  { header: 'URL', cell: ({ url }) => <ShortUrl url={url} /> },
  stateColumn('Status', '6.5rem', ({ status }) => status),
  wideOnly({
    header: 'Events',
    width: '8rem',
    look: 'quiet',
    cell: ({ events }) =>
      events.length === 1 ? events[0]?.replace(/^subscriber\./, '') : `${events.length} events`,
  }),
  wideOnly(numberColumn('Delivered', '6rem', ({ delivered }) => delivered)),
  wideOnly(numberColumn('Retrying', '5.5rem', ({ pending }) => pending)),
  numberColumn('Gave up', '5.5rem', ({ failed }) => failed),
  numberColumn('Dropped', '5.5rem', ({ dropped }) => dropped),
];

/** A URL whose scheme is hidden when space is short. */
const ShortUrl = ({ url }: { readonly url: string }) => {
  const [scheme = ''] = /^https?:\/\//.exec(url) ?? [];
  return (
    <span title={url}>
      <span class="wide-only">{scheme}</span>
      {url.slice(scheme.length)}
    </span>
  );
};

const NoWebhooks = () => (
  <EmptyState icon="webhook" title="No webhooks yet">
    <p>Add one here, with the SDK, or in the seed. Its deliveries appear as events occur.</p>
  </EmptyState>
);
