import { accountId } from '../../api/accounts.ts';
import { useList } from '../../api/list.ts';
import { Select } from '../../design/field/field.tsx';
import { SubscriberLink } from '../../design/id-link/id-link.tsx';
import { ListView } from '../../design/list-view/list-view.tsx';
import { Toolbar } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { numberColumn, stateColumn, timeColumn, wideOnly } from '../../design/table/columns.tsx';
import type { Column } from '../../design/table/table.tsx';
import { bindQuery, path, query, urlOf } from '../../location/location.ts';
import { DELIVERY_STATES, type DeliverySummary, stateOf } from './webhook.ts';

/** The deliveries of a webhook, or of all, newest first. */
export const Deliveries = ({ webhookId }: { readonly webhookId?: string }) => {
  const { state = '' } = Object.fromEntries(query.value); // the server rejects other states
  const deliveries = useList({
    route: 'GET /_admin/webhook_deliveries',
    input: {
      account_id: accountId.value,
      webhook_id: webhookId,
      state: state as DeliverySummary['state'],
      order: 'newest',
    },
    member: 'deliveries',
    topics: ['webhook_deliveries'],
    keyOf: ({ id }) => id,
  });
  return (
    <>
      <Toolbar>
        <Select label="State" isLabelHidden {...bindQuery('state')} options={DELIVERY_STATES} />
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
  { header: 'Event', cell: ({ event }) => <EventName event={event} /> },
  wideOnly({ header: 'Subscriber', cell: (delivery) => <SubscriberLink of={delivery} /> }),
  stateColumn('State', '6.5rem', stateOf),
  wideOnly(numberColumn('Attempts', '5.5rem', ({ attempts }) => attempts.length)),
  wideOnly({
    header: 'Last answer',
    width: '6.5rem',
    look: 'quiet',
    cell: ({ attempts }) => (attempts.length === 0 ? '–' : (attempts.at(-1)?.status ?? 'no answer')),
  }),
  wideOnly(timeColumn('Next attempt', ({ next_attempt_at }) => next_attempt_at, '7rem')),
  timeColumn('Created', ({ created_at }) => created_at),
];
