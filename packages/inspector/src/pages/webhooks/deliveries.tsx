import { DELIVERY_WORDS, wordOfDelivery } from '@trickle/design/deliveries';
import { callForAccount, ofAccount } from '../../api/accounts.ts';
import { readAll } from '../../api/list.ts';
import type { Item, ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Shortened } from '../../design/code/code.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { numberTerm, spanOf, TIME_FILTERS } from '../../design/list/term-filters.ts';
import { comparing } from '../../records/comparing.tsx';

export type Delivery = ResponseOf<'GET /_admin/webhook_deliveries/{delivery_id}'>;

type State = Delivery['state'];

export const stateOf = ({ state, attempts }: Row | Delivery): string =>
  wordOfDelivery(state, attempts.length);

const DELIVERY_STATES = Object.entries(DELIVERY_WORDS satisfies Readonly<Record<State, string>>);

type Row = Item<'GET /_admin/webhook_deliveries', 'deliveries'>;

/** Sends deliveries again, the oldest first, as they were sent. */
export async function replayAll(deliveries: readonly Row[]): Promise<void> {
  for (const { id } of deliveries.toReversed())
    await callForAccount('POST /_admin/webhook_deliveries/{delivery_id}/replay', { delivery_id: id });
}

/** Reads the deliveries of a span of time that failed and have not reached a webhook, newest first. */
export async function readFailed(webhookId: string, span: string): Promise<Row[]> {
  const inSpan = { ...ofAccount(), webhook_id: webhookId, order: 'newest', ...spanOf(span) } as const;
  const failed = [];
  for (const state of ['given_up', 'pending'] as const)
    failed.push(...(await readAll({ ...DELIVERIES, input: { ...inSpan, state } })));
  return failed
    .filter(({ attempts }) => attempts.length > 0)
    .sort((one, other) => other.created_at.localeCompare(one.created_at));
}

export const DELIVERIES = declareList('webhook_delivery', ['GET /_admin/webhook_deliveries', 'deliveries'], {
  noun: 'deliveries',
  topics: ['webhook_deliveries'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search event, subscriber, payload or answer' },
    { name: 'state', label: 'State', all: 'All states', options: DELIVERY_STATES },
    ...TIME_FILTERS,
    { name: 'event', label: 'Event', isTerm: true, takes: 'such as subscriber.created' },
    numberTerm('status'),
    numberTerm('attempts'),
  ],
  columns: [
    { header: 'Event', cell: ({ event }) => <Shortened text={event} start={/^subscriber\./} /> },
    column.wide(column.subscriber),
    column.state('State', '6.5rem', stateOf),
    column.wide(column.number('Attempts', '5.5rem', ({ attempts }) => attempts.length)),
    column.wide({
      header: 'Last answer',
      width: '6.5rem',
      look: 'quiet',
      cell: ({ attempts }) => (attempts.length === 0 ? '–' : (attempts.at(-1)?.status ?? 'no answer')),
    }),
    column.wide(column.time('Next attempt', ({ next_attempt_at: at }) => at, '7rem')),
    column.time('Created', ({ created_at: at }) => at),
  ],
  many: [
    {
      title: 'Replay',
      done: 'replayed',
      icon: 'send',
      act: replayAll,
    },
  ],
  compare: comparing({
    noun: 'webhook_delivery',
    useRecord: (id) => useResource('GET /_admin/webhook_deliveries/{delivery_id}', { delivery_id: id }, []),
    nameOf: ({ event, created_at: at }) => ({ name: event, at }),
  }),
  empty: ['send', 'No deliveries yet', 'Send a sample from the page of a webhook, or change a subscriber.'],
});
