import { urlOfRecord } from '../design/id-link/id-link.tsx';
import { LoadedRows, type RowsDeclaration } from '../design/list/list.tsx';
import { Section } from '../design/page/page.tsx';
import { numberColumn, textColumn, timeColumn } from '../design/table/columns.tsx';
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
    <LoadedRows of={isSeries ? DUE_IN_SERIES : DUE} rows={due} />
  </Section>
);

const SUBSCRIBER = textColumn<DueEmail>('Subscriber', ({ email }) => email);
const TIME = timeColumn<DueEmail>('Time', ({ send_at: at }) => at);

const DUE: RowsDeclaration<DueEmail> = {
  noun: 'emails',
  label: 'Due next',
  columns: [SUBSCRIBER, TIME],
  keyOf: ({ subscriber_id: id }) => id,
  hrefOf: ({ subscriber_id: id }) => urlOfRecord('subscriber', id),
  empty: ['clock', 'No email is due'],
};

const DUE_IN_SERIES: RowsDeclaration<DueEmail> = {
  ...DUE,
  columns: [SUBSCRIBER, numberColumn('Email', '4rem', ({ email_number: number }) => `#${number}`), TIME],
};
