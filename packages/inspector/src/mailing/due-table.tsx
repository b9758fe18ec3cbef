import { Section } from '../design/page/page.tsx';
import { EmptyState } from '../design/states/states.tsx';
import { type Column, Table } from '../design/table/table.tsx';
import { Time } from '../design/time/time.tsx';
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
  { id: 'email', header: 'Subscriber', cell: ({ email }) => <span title={email}>{email}</span> },
  { id: 'at', header: 'Time', width: '6.5rem', look: 'quiet', cell: ({ send_at: at }) => <Time at={at} /> },
];

const NUMBER_COLUMN: Column<DueEmail> = {
  id: 'number',
  header: 'Email',
  width: '4rem',
  look: 'number',
  cell: ({ email_number: number }) => `#${number}`,
};
