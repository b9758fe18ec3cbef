import { useList } from '../api/list.ts';
import type { Item } from '../api/responses.ts';
import { Badge } from '../design/badge/badge.tsx';
import { Section } from '../design/page/page.tsx';
import { Pager } from '../design/pager/pager.tsx';
import { EmptyState, ErrorState, Loading } from '../design/states/states.tsx';
import { timeColumn } from '../design/table/columns.tsx';
import { type Column, Table } from '../design/table/table.tsx';
import { urlOf } from '../location/location.ts';
import { ofAccount } from './mailing.ts';

type Delivery = Item<'GET /_admin/deliveries', 'deliveries'>;

/** The emails that a campaign or broadcast sent, newest first. */
export const DeliveryTable = (
  filter: { readonly campaign_id: string } | { readonly broadcast_id: string },
) => {
  const list = useList({
    route: 'GET /_admin/deliveries',
    input: { ...ofAccount(), ...filter, order: 'newest', limit: 20 },
    member: 'deliveries',
    topics: ['emails'],
    keyOf: ({ id }) => id,
  });
  return (
    <Section title="Sent emails">
      {list.isLoading && <Loading rows={4} />}
      {list.error && list.items.length === 0 && <ErrorState error={list.error} onRetry={list.reload} />}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <EmptyState icon="inbox" title="Nothing has been sent yet" />
      )}
      {list.items.length > 0 && (
        <div>
          <Table
            label="Sent emails"
            columns={COLUMNS}
            rows={list.items}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => urlOf(`/outbox/${encodeURIComponent(id)}`)}
          />
          <Pager shown={list.items.length} hasMore={list.hasMore} onMore={list.loadMore} noun="emails" />
        </div>
      )}
    </Section>
  );
};

/** The last thing that happened to an email, in a badge. */
const Outcome = (delivery: Delivery) => {
  if (delivery.complained_at) return <Badge tone="bad">complained</Badge>;
  if (delivery.bounced_at) return <Badge tone="bad">bounced</Badge>;
  if (delivery.unsubscribed_at) return <Badge tone="bad">unsubscribed</Badge>;
  if (delivery.clicked_at) return <Badge tone="good">clicked</Badge>;
  return delivery.opened_at ? <Badge tone="info">opened</Badge> : <Badge>sent</Badge>;
};

const COLUMNS: readonly Column<Delivery>[] = [
  { header: 'Subject', cell: ({ email_subject: subject }) => <span title={subject}>{subject}</span> },
  { header: 'Outcome', width: '7.5rem', cell: Outcome },
  timeColumn('Sent', ({ sent_at: at }) => at),
];
