import { Section } from '../design/page/page.tsx';
import { EmptyState } from '../design/states/states.tsx';
import { numberColumn, timeColumn } from '../design/table/columns.tsx';
import { type Column, Table } from '../design/table/table.tsx';
import { urlOf } from '../location/location.ts';
import type { DueEmail } from './mailing.ts';

interface DueTableProps {
  readonly due: readonly DueEmail[];
  /** Whether the mailing has several emails. */
  readonly isSeries: boolean;
}

/** The next emails of a mailing, with their recipients and times. */
export const DueTable = ({ due, isSeries }: DueTableProps) => (
  <Section title="Due next" actions={due.length > 0 && <a href={urlOf('/clock')}>Advance the clock</a>}>
    {due.length === 0 ? (
      <EmptyState icon="clock" title="No email is due" />
    ) : (
      <Table
        label="Due next"
        columns={isSeries ? [...COLUMNS.slice(0, 1), NUMBER_COLUMN, ...COLUMNS.slice(1)] : COLUMNS}
        rows={due}
        keyOf={({ subscriber_id: id }) => id}
        hrefOf={({ subscriber_id: id }) => urlOf(`/subscribers/${encodeURIComponent(id)}`)}
      />
    )}
  </Section>
);

const COLUMNS: readonly Column<DueEmail>[] = [
  { header: 'Subscriber', cell: ({ email }) => <span title={email}>{email}</span> },
  timeColumn('Time', ({ send_at: at }) => at),
];

const NUMBER_COLUMN: Column<DueEmail> = numberColumn(
  'Email',
  '4rem',
  ({ email_number: number }) => `#${number}`,
);
