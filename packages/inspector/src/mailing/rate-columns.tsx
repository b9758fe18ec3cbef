import { numberText, percentText } from '../design/number/number.ts';
import type { Column } from '../design/table/table.tsx';
import type { EmailFigures } from './mailing.ts';

/** The columns of a list of mailings that show what became of their emails. */
export const RATE_COLUMNS: readonly Column<EmailFigures>[] = [
  { id: 'sent', header: 'Sent', width: '4.5rem', look: 'number', cell: ({ sent }) => numberText(sent) },
  {
    id: 'opened',
    header: 'Opened',
    width: '5.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ opened, sent }) => percentText(opened, sent),
  },
  {
    id: 'clicked',
    header: 'Clicked',
    width: '5.5rem',
    look: 'number',
    isWideOnly: true,
    cell: ({ clicked, sent }) => percentText(clicked, sent),
  },
];
