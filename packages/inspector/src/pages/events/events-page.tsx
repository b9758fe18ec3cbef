import type { Item } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Website } from '../../app/website.tsx';
import { Json, Shortened } from '../../design/code/code.tsx';
import { CauseLink, IdLink, TraceLink } from '../../design/link/link.tsx';
import { column, declareList, List } from '../../design/list/list.tsx';
import { TIME_FILTERS } from '../../design/list/term-filters.ts';
import { DetailList } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';

type EventRow = Item<'GET /_admin/all_events', 'events'>;

const EVENTS = declareList('event', ['GET /_admin/all_events', 'events'], {
  topics: ['events'],
  input: { order: 'newest' },
  filters: [
    { name: 'search', label: 'Search subscriber, action or properties' },
    {
      name: 'source',
      label: 'Source',
      all: 'All sources',
      options: [
        ['request', 'Requests'],
        ['email', 'Emails'],
        ['campaign', 'Campaigns'],
        ['broadcast', 'Broadcasts'],
        ['workflow', 'Workflows'],
        ['admin', 'Inspector and tests'],
        ['seed', 'Seed'],
        ['clock', 'Clock'],
      ],
    },
    ...TIME_FILTERS,
    { name: 'subscriber', label: 'Subscriber', isTerm: true, takes: 'the id or address of a subscriber' },
  ],
  columns: [
    {
      header: 'Action',
      cell: ({ action, properties }) => (
        <>
          <Shortened text={action} start={/^subscriber\./} />{' '}
          <span class="quiet wide-only">{textOf(properties)}</span>
        </>
      ),
    },
    {
      header: 'Subscriber',
      width: 'clamp(8rem, 18vw, 14rem)',
      cell: ({ email, subscriber_id: id, visitor_uuid: visitor }) =>
        email ?? <span class="mono">{id ?? `visitor ${visitor ?? 'unknown'}`}</span>,
    },
    column.cause('7rem'),
    column.time('Time', ({ occurred_at: at }) => at),
  ],
  empty: [
    'bolt',
    'No events yet',
    () => (
      <>
        Record one with the SDK or with the page script on the <Website />. Events appear here as they are
        recorded.
      </>
    ),
  ],
});

export const EventsPage = declarePage('event', {
  lead: 'What subscribers and visitors did and what happened to them, as it is recorded.',
  list: EVENTS,
  content: (_, openId) => <Events openId={openId} />,
  record: recordById('GET /_admin/all_events/{event_id}', 'event_id', [], {
    content: (event) => <EventDetail event={event} />,
  }),
});

const Events = ({ openId }: { readonly openId: string | undefined }) => {
  const { data } = useResource('GET /_admin/event_actions', {}, ['events']);
  const actions = [
    ...new Set<string>([...(data?.custom ?? []), ...(data?.service ?? []), ...(data?.events ?? [])]),
  ];
  const byAction = { name: 'action', label: 'Action', all: 'All actions', options: actions };
  return <List of={{ ...EVENTS, filters: [...(EVENTS.filters ?? []), byAction] }} openKey={openId} />;
};

/** The properties that say most about an event, in the order of their weight. */
const TELLING =
  /^(?:email_subject|subject|(?:page_)?url|tag|name|.*_name|identifier|order_(?:public_)?id|value|amount|grand_total)$/;

/** Properties in a line, the telling ones first; ids only if there is nothing else. */
function textOf(properties: EventRow['properties']): string {
  const all = Object.entries(properties);
  const telling = all.filter(([name]) => TELLING.test(name));
  const others = all.filter(([name]) => !TELLING.test(name));
  const named = [...telling, ...others.filter(([name]) => !/(?:^|_)u?u?id$/.test(name))];
  return (named.length > 0 ? named : all)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}

const KINDS = {
  event: 'an event that webhooks report',
  custom: 'a custom event',
  timeline: 'recorded by the service',
} as const;

const EventDetail = ({ event }: { readonly event: EventRow }) => {
  const { action, kind, cause, subscriber_id: id, email, visitor_uuid: visitor } = event;
  return (
    <>
      <h2 class="wrap">{action}</h2>
      <DetailList
        details={[
          [
            'Subscriber',
            id === null ? undefined : <IdLink type="subscriber" id={id} text={email ?? undefined} />,
          ],
          ['Visitor', visitor ?? undefined],
          ['Kind', KINDS[kind]],
          ['Cause', <CauseLink key="cause" cause={cause} />],
          ['Trace', <TraceLink key="trace" of={`event-${event.id}`} text="all that happened" />],
          ['Time', <Time key="time" at={event.occurred_at} format="both" />],
        ]}
      />
      <Json label="Properties" value={event.properties} />
    </>
  );
};
