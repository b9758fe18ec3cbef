import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { urlOf } from '../../location/location.ts';
import { AddWebhook } from './add-webhook.tsx';
import { Deliveries } from './deliveries.tsx';
import type { WebhookSummary } from './webhook.ts';

/** All webhooks with their numbers, and their latest deliveries. */
export const WebhooksPage = () => {
  const webhooks = useResource<{ readonly webhooks: readonly WebhookSummary[] }>(
    '/webhooks',
    { account_id: accountId.value },
    ['webhook_deliveries', 'records'],
  );
  const isAdding = useSignal(false);
  const setAdding = (value: boolean) => () => {
    isAdding.value = value;
  };
  const add = (
    <Button icon="plus" look="primary" onClick={setAdding(true)}>
      Add webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Events are posted to your endpoints and retried with growing delays until one answers 2xx."
      actions={add}
    >
      <Loaded of={webhooks}>
        {({ webhooks: rows }) => (rows.length === 0 ? <NoWebhooks /> : <Lists webhooks={rows} />)}
      </Loaded>
      {isAdding.value && <AddWebhook onClose={setAdding(false)} />}
    </Page>
  );
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
  { id: 'url', header: 'URL', cell: ({ url }) => <ShortUrl url={url} /> },
  { id: 'status', header: 'Status', width: '6.5rem', cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'events',
    header: 'Events',
    width: '8rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ events }) =>
      events.length === 1 ? events[0]?.replace(/^subscriber\./, '') : `${events.length} events`,
  },
  {
    id: 'delivered',
    header: 'Delivered',
    width: '6rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ delivered }) => delivered,
  },
  {
    id: 'pending',
    header: 'Pending',
    width: '5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ pending }) => pending,
  },
  {
    id: 'dropped',
    header: 'Dropped',
    width: '5.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ dropped }) => dropped,
  },
  { id: 'failed', header: 'Failed', width: '4.5rem', look: 'number', cell: ({ failed }) => failed },
];

/** A URL whose scheme gives way where there is little room. */
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
