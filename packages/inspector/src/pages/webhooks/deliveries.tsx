import { callForAccount } from '../../api/accounts.ts';
import type { Item } from '../../api/responses.ts';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { declareList } from '../../design/list/list.tsx';
import { numberTerm, searchIn, timeFilters } from '../../design/list/term-filters.ts';
import {
  numberColumn,
  stateColumn,
  subscriberColumn,
  timeColumn,
  wideOnly,
} from '../../design/table/columns.tsx';
import { DELIVERY_STATES, stateOf } from './webhook.ts';

type Delivery = Item<'GET /_admin/webhook_deliveries', 'deliveries'>;

/** The deliveries of a webhook, or of all, newest first. */
export const DELIVERIES = declareList('GET /_admin/webhook_deliveries', 'deliveries', {
  noun: 'deliveries',
  topics: ['webhook_deliveries'],
  input: { order: 'newest' },
  filters: [
    searchIn<Delivery>('Search event, subscriber, payload or answer', (delivery) => delivery),
    { name: 'state', label: 'State', all: 'All states', options: DELIVERY_STATES },
    ...timeFilters<Delivery>(),
    { name: 'event', label: 'Event', isTerm: true, takes: 'such as subscriber.created' },
    numberTerm('status', ({ attempts }) => attempts.at(-1)?.status),
    numberTerm('attempts', ({ attempts }) => attempts.length),
  ],
  columns: [
    { header: 'Event', cell: ({ event }) => <EventName event={event} /> },
    wideOnly(subscriberColumn),
    stateColumn('State', '6.5rem', stateOf),
    wideOnly(numberColumn('Attempts', '5.5rem', ({ attempts }) => attempts.length)),
    wideOnly({
      header: 'Last answer',
      width: '6.5rem',
      look: 'quiet',
      cell: ({ attempts }) => (attempts.length === 0 ? '–' : (attempts.at(-1)?.status ?? 'no answer')),
    }),
    wideOnly(timeColumn('Next attempt', ({ next_attempt_at: at }) => at, '7rem')),
    timeColumn('Created', ({ created_at: at }) => at),
  ],
  many: [
    {
      title: 'Replay',
      done: 'replayed',
      icon: 'send',
      async act(deliveries) {
        // The oldest first, as they were sent.
        for (const { id } of deliveries.toReversed())
          await callForAccount('POST /_admin/webhook_deliveries/{delivery_id}/replay', { delivery_id: id });
      },
    },
  ],
  hrefOf: ({ id }) => urlOfRecord('webhook_delivery', id),
  empty: ['send', 'No deliveries yet', 'Send a sample from the page of a webhook, or change a subscriber.'],
});

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
