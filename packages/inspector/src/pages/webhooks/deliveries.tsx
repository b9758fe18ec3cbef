import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Select } from '../../design/field/field.tsx';
import { SubscriberLink } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { Toolbar } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import type { Column } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { path, query, setQuery, urlOf } from '../../location/location.ts';
import { DELIVERY_STATES, type DeliverySummary } from './webhook.ts';

/** The deliveries of a webhook, or of all, newest first. */
export const Deliveries = ({ webhookId }: { readonly webhookId?: string }) => {
  const { state = '' } = Object.fromEntries(query.value);
  const deliveries = useList<DeliverySummary>({
    path: '/webhook_deliveries',
    query: { account_id: accountId.value, webhook_id: webhookId, state, order: 'newest' },
    member: 'deliveries',
    topics: ['webhook_deliveries'],
    keyOf: ({ id }) => id,
  });
  return (
    <>
      <Toolbar>
        <Select
          label="State"
          isLabelHidden
          value={state}
          options={DELIVERY_STATES}
          onInput={(value) => setQuery({ state: value })}
        />
      </Toolbar>
      <ListView
        list={deliveries}
        noun="deliveries"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => urlOf(`/webhook-deliveries/${encodeURIComponent(id)}`)}
        unfilteredUrl={state === '' ? undefined : urlOf(path.value)}
        empty={
          <EmptyState icon="send" title="No deliveries yet">
            <p>Send a sample from the page of a webhook, or change a subscriber.</p>
          </EmptyState>
        }
      />
    </>
  );
};

/** The name of an event. Its first word, which is always the same, gives way where there is little room. */
const EventName = ({ event }: { readonly event: string }) => {
  const [start = ''] = /^subscriber\./.exec(event) ?? [];
  return (
    <span class="mono" title={event}>
      {start !== '' && <span class="wide-only">{start}</span>}
      {event.slice(start.length)}
    </span>
  );
};

const COLUMNS: readonly Column<DeliverySummary>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => <EventName event={event} /> },
  {
    id: 'subscriber',
    header: 'Subscriber',
    isWideOnly: true,
    cell: (delivery) => <SubscriberLink of={delivery} />,
  },
  { id: 'state', header: 'State', width: '6.5rem', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'attempts',
    header: 'Attempts',
    width: '5.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ attempts }) => attempts.length,
  },
  {
    id: 'answer',
    header: 'Last answer',
    width: '6.5rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ attempts }) => (attempts.length === 0 ? '–' : (attempts.at(-1)?.status ?? 'no answer')),
  },
  {
    id: 'next',
    header: 'Next attempt',
    width: '7rem',
    look: 'quiet',
    isWideOnly: true,
    cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];
