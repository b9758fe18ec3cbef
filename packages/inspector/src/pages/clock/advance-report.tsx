import type { ResponseOf } from '../../api/responses.ts';
import { BarChart, type Series } from '../../design/chart/chart.tsx';
import { counted, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { subscriberColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { absoluteTime } from '../../design/time/format.ts';
import { Time } from '../../design/time/time.tsx';
import { urlOf } from '../../location/location.ts';

/** The response of `POST /_admin/clock/advance`. */
export type AdvanceResult = ResponseOf<'POST /_admin/clock/advance'>;

type AdvanceEvent = AdvanceResult['events'][number];

/** What fell due while the clock was advanced. */
export const AdvanceReport = ({ result }: { readonly result: AdvanceResult }) => {
  const { from, to, jobs, events } = result;
  return (
    <Section title="What fell due on the way">
      <p>
        From {absoluteTime(from)} to {absoluteTime(to)}: <b>{counted(jobs, 'jobs')}</b> ran,{' '}
        <b>{counted(events.length, 'events')}</b> happened.
      </p>
      {events.length > 0 && (
        <>
          <ul class="clock-sums">
            {[...countBy(events, ({ event }) => event)].map(([event, count]) => (
              <li key={event}>
                <EventCount event={event} count={count} />
              </li>
            ))}
          </ul>
          <Emails events={events} />
          <BarChart title="Events by day" labels={daysOf(result)} series={seriesOf(result)} />
          <Table label="Events" columns={COLUMNS} rows={events} keyOf={({ seq }) => String(seq)} />
        </>
      )}
    </Section>
  );
};

/** Where the records of an event are listed. */
const PATHS: Readonly<Record<string, string>> = {
  'subscriber.received_email': '/outbox',
  'subscriber.completed_campaign': '/campaigns',
  'subscriber.subscribed_to_campaign': '/campaigns',
  'subscriber.created': '/subscribers',
};

/** How often an event happened, as a link to what it is about. */
const EventCount = ({ event, count }: { readonly event: string; readonly count: number }) => (
  <a href={urlOf(PATHS[event] ?? '/subscribers')}>
    <b class="number">{numberText(count)}</b> {event.replace(/^subscriber\./, '').replaceAll('_', ' ')}
  </a>
);

/** Subjects that are named. */
const MOST_SUBJECTS = 5;

/** The emails that were sent by their subjects, the most frequent first. */
const Emails = ({ events }: { readonly events: readonly AdvanceEvent[] }) => {
  const subjects = countBy(events.filter(isEmail), ({ properties }) => String(properties.email_subject));
  if (subjects.length === 0) return null;
  const words = subjects.slice(0, MOST_SUBJECTS).map(([subject, count]) => `${count} “${subject}”`);
  const rest = subjects.length - words.length;
  return (
    <p class="quiet wrap">
      Emails: {words.join(', ')}
      {rest > 0 && `, and ${rest} more`}
    </p>
  );
};

const isEmail = ({ event }: AdvanceEvent): boolean => event === 'subscriber.received_email';

/** How many items have each value, the most frequent first. */
function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

const DAY = 86_400_000;

const dayOf = (at: string): string => at.slice(0, 10);

/** The days from the start to the end, such as `2026-01-20`. */
function daysOf({ from, to }: AdvanceResult): readonly string[] {
  const first = Date.parse(dayOf(from));
  const count = Math.floor((Date.parse(dayOf(to)) - first) / DAY) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * DAY).toISOString()));
}

/** The emails and the other events of each day. */
function seriesOf(result: AdvanceResult): readonly Series[] {
  const byDay = (events: readonly AdvanceEvent[]) => {
    const counts = new Map(countBy(events, ({ occurred_at: at }) => dayOf(at)));
    return daysOf(result).map((day) => counts.get(day) ?? 0);
  };
  return [
    { name: 'emails', color: 3, values: byDay(result.events.filter(isEmail)) },
    { name: 'other events', color: 2, values: byDay(result.events.filter((event) => !isEmail(event))) },
  ];
}

const COLUMNS: readonly Column<AdvanceEvent>[] = [
  {
    header: 'Time',
    width: '13rem',
    look: 'quiet',
    cell: ({ occurred_at }) => <Time at={occurred_at} format="absolute" />,
  },
  { header: 'Event', cell: ({ event }) => <span class="mono">{event}</span> },
  subscriberColumn,
  wideOnly({ header: 'Properties', look: 'mono', cell: ({ properties }) => JSON.stringify(properties) }),
];
