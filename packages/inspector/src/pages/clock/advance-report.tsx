import type { ComponentChildren } from 'preact';
import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { BarChart, type Series } from '../../design/chart/chart.tsx';
import { urlOfRecord } from '../../design/id-link/id-link.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { counted, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { subscriberColumn, wideOnly } from '../../design/table/columns.tsx';
import { absoluteTime } from '../../design/time/format.ts';
import { Time } from '../../design/time/time.tsx';
import { type QueryInput, urlOf } from '../../location/location.ts';
import { MAILINGS, MailingName, type MailingType } from '../../mailing/mailing-filters.tsx';

/** The response of `POST /_admin/clock/advance`. */
export type AdvanceResult = ResponseOf<'POST /_admin/clock/advance'>;

type AdvanceEvent = AdvanceResult['events'][number];

/** What fell due while the clock was advanced. */
export const AdvanceReport = ({ result }: { readonly result: AdvanceResult }) => {
  const { from, to, jobs, events } = result;
  const others = events.filter((event) => !isEmail(event));
  return (
    <Section title="What fell due on the way">
      <p>
        From {absoluteTime(from)} to {absoluteTime(to)}: <b>{counted(jobs, 'jobs')}</b> ran,{' '}
        <b>{counted(events.length, 'events')}</b> happened.
      </p>
      <ul class="clock-sums">
        <Emails events={events.filter(isEmail)} />
        {countBy(others, ({ event }) => event).map(([event, found]) => (
          <Sum key={event} count={found.length} href={urlOf('/clock', { event })}>
            {wordsOf(event)}
          </Sum>
        ))}
        <DisabledWebhooks span={{ since: from, until: after(to) }} />
      </ul>
      {events.length > 0 && (
        <>
          <BarChart title="Events by day" labels={daysOf(result)} series={seriesOf(result)} />
          <LoadedRows of={EVENTS} rows={events} />
        </>
      )}
    </Section>
  );
};

interface SumProps {
  readonly count: number;
  readonly href: string;
  readonly children: ComponentChildren;
}

/** A number of the summary, as a link to what it counts. */
const Sum = ({ count, href, children }: SumProps) => (
  <li>
    <a href={href}>
      <b class="number">{numberText(count)}</b> {children}
    </a>
  </li>
);

/** The emails that were sent, and how many of each mailing. */
const Emails = ({ events }: { readonly events: readonly AdvanceEvent[] }) => {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return null;
  const span = { since: first.occurred_at, until: after(last.occurred_at) };
  return (
    <>
      <Sum count={events.length} href={urlOf('/outbox', span)}>
        {events.length === 1 ? 'email' : 'emails'}
      </Sum>
      {countBy(events, ({ cause }) => `${cause?.type} ${cause?.id}`).map(([key, found]) => {
        const { type, id } = found[0]?.cause ?? {};
        if (!isMailing(type) || !id) return null;
        return (
          <Sum key={key} count={found.length} href={urlOf('/outbox', { [`${type}_id`]: id, ...span })}>
            of <MailingName type={type} id={id} />
          </Sum>
        );
      })}
    </>
  );
};

const isMailing = (type: string | undefined): type is MailingType =>
  (MAILINGS as readonly (string | undefined)[]).includes(type);

/** The webhooks that were disabled on the way. */
const DisabledWebhooks = ({ span }: { readonly span: QueryInput }) => {
  const { data } = useResource('GET /_admin/notices', { ...ofAccount(), kind: 'webhook_disabled', ...span }, [
    'events',
    'records',
  ]);
  const ids = new Set((data?.notices ?? []).flatMap(({ details }) => details.webhook_id ?? []));
  const [first, ...more] = ids;
  if (first === undefined) return null;
  return (
    <Sum count={ids.size} href={more.length > 0 ? urlOf('/webhooks') : urlOfRecord('webhook', first)}>
      {more.length > 0 ? 'webhooks' : 'webhook'} disabled
    </Sum>
  );
};

/** The end of the second of a time: what happens is known to the second. */
const after = (at: string): string => new Date(Math.floor(Date.parse(at) / 1000) * 1000 + 1000).toISOString();

const isEmail = ({ event }: AdvanceEvent): boolean => event === 'subscriber.received_email';

/** The words of an event, such as `completed campaign`. */
const wordsOf = (event: string): string => event.replace(/^subscriber\./, '').replaceAll('_', ' ');

/** The items by a value, the most frequent first. */
const countBy = <Item,>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] =>
  [...Map.groupBy(items, keyOf)].sort(([, one], [, other]) => other.length - one.length);

const DAY = 86_400_000;

const dayOf = (at: string): string => at.slice(0, 10);

/** The days from the start to the end, such as `2026-01-20`. */
function daysOf({ from, to }: AdvanceResult): readonly string[] {
  const first = Date.parse(dayOf(from));
  const count = Math.floor((Date.parse(dayOf(to)) - first) / DAY) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * DAY).toISOString()));
}

/** The emails and the other events of each day. A click on a day shows what happened on it. */
function seriesOf(result: AdvanceResult): readonly Series[] {
  const days = daysOf(result);
  const byDay = (events: readonly AdvanceEvent[]) => {
    const counts = Map.groupBy(events, ({ occurred_at: at }) => dayOf(at));
    return days.map((day) => counts.get(day)?.length ?? 0);
  };
  const hrefOf = (index: number | undefined) =>
    urlOf('/clock', { day: index === undefined ? '' : days[index] });
  return [
    { name: 'emails', color: 3, hrefOf, values: byDay(result.events.filter(isEmail)) },
    {
      name: 'other events',
      color: 2,
      hrefOf,
      values: byDay(result.events.filter((event) => !isEmail(event))),
    },
  ];
}

const EVENTS: RowsDeclaration<AdvanceEvent> = {
  noun: 'events',
  keyOf: ({ seq }) => String(seq),
  filters: [
    { name: 'event', label: 'Event', textOf: wordsOf, matches: ({ event }, name) => event === name },
    {
      name: 'day',
      label: 'Day',
      textOf: (day) => `on ${day}`,
      matches: (event, day) => dayOf(event.occurred_at) === day,
    },
  ],
  columns: [
    wideOnly({
      header: 'Time',
      width: '13rem',
      look: 'quiet',
      cell: ({ occurred_at }) => <Time at={occurred_at} format="absolute" />,
    }),
    { header: 'Event', cell: ({ event }) => wordsOf(event) },
    subscriberColumn,
    wideOnly({ header: 'Properties', look: 'mono', cell: ({ properties }) => JSON.stringify(properties) }),
  ],
  empty: ['clock', 'Nothing happened'],
};
