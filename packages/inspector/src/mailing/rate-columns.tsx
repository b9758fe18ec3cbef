import { numberText, percentText } from '../design/number/number.ts';
import { numberColumn, wideOnly } from '../design/table/columns.tsx';
import type { Column } from '../design/table/table.tsx';
import type { EmailFigures } from './mailing.ts';

/** The columns of a list of mailings that show what became of their emails. */
export const RATE_COLUMNS: readonly Column<EmailFigures>[] = [
  numberColumn('Sent', '4.5rem', ({ sent }) => numberText(sent)),
  wideOnly(numberColumn('Opened', '5.5rem', ({ opened, sent }) => percentText(opened, sent))),
  wideOnly(numberColumn('Clicked', '5.5rem', ({ clicked, sent }) => percentText(clicked, sent))),
];
