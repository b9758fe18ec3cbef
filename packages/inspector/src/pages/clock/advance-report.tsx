import type { ResponseOf } from '../../api/responses.ts';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Section } from '../../design/page/page.tsx';
import { wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { absoluteTime } from '../../design/time/format.ts';
import { Time } from '../../design/time/time.tsx';

/** The response of `POST /_admin/clock/advance`. */
export type AdvanceResult = ResponseOf<'POST /_admin/clock/advance'>;

/** What fell due while the clock was advanced. */
export const AdvanceReport = ({ result: { from, to, jobs, events } }: { readonly result: AdvanceResult }) => (
  <Section title="What fell due on the way">
    <p>
      From {absoluteTime(from)} to {absoluteTime(to)}: <b>{jobs}</b> {jobs === 1 ? 'job' : 'jobs'} ran,{' '}
      <b>{events.length}</b> {events.length === 1 ? 'event' : 'events'} happened.
    </p>
    {events.length > 0 && (
      <Table label="Events" columns={COLUMNS} rows={events} keyOf={({ seq }) => String(seq)} />
    )}
  </Section>
);

const COLUMNS: readonly Column<AdvanceResult['events'][number]>[] = [
  {
    header: 'Time',
    width: '13rem',
    look: 'quiet',
    cell: ({ occurred_at }) => <Time at={occurred_at} format="absolute" />,
  },
  { header: 'Event', cell: ({ event }) => <span class="mono">{event}</span> },
  {
    header: 'Subscriber',
    cell: ({ subscriber_id, email }) => (
      <IdLink type="subscriber" id={subscriber_id} text={email || undefined} />
    ),
  },
  wideOnly({ header: 'Properties', look: 'mono', cell: ({ properties }) => JSON.stringify(properties) }),
];
