import { IdLink } from '../../design/id-link/id-link.tsx';
import { Section } from '../../design/page/page.tsx';
import { wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { absoluteTime } from '../../design/time/format.ts';
import { Time } from '../../design/time/time.tsx';

/** An event in the response of `POST /_admin/clock/advance`. */
interface ServerEvent {
  readonly seq: number;
  readonly subscriber_id: string;
  readonly email: string;
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly occurred_at: string;
}

/** The response of `POST /_admin/clock/advance`. */
export interface AdvanceResult {
  readonly from: string;
  readonly to: string;
  /** The number of jobs that ran. */
  readonly jobs: number;
  /** Oldest first. */
  readonly events: readonly ServerEvent[];
}

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

const COLUMNS: readonly Column<ServerEvent>[] = [
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
