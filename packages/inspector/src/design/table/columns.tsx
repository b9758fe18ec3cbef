import type { ComponentChildren } from 'preact';
import type { Cause } from '../../api/cause.ts';
import { StateBadge } from '../badge/badge.tsx';
import { CauseLink } from '../id-link/id-link.tsx';
import { Time } from '../time/time.tsx';
import type { Column } from './table.tsx';

/** A column that is left out where there is little room. */
export const wideOnly = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, isWideOnly: true });

/** A number, aligned to the right. */
export const numberColumn = <Row,>(
  header: string,
  width: string,
  cell: (row: Row) => ComponentChildren,
): Column<Row> => ({ header, width, look: 'number', cell });

/** A time relative to the server's clock. */
export const timeColumn = <Row,>(
  header: string,
  timeOf: (row: Row) => string | null | undefined,
  width = '6.5rem',
): Column<Row> => ({ header, width, look: 'quiet', cell: (row) => <Time at={timeOf(row)} /> });

/** The state of a record in a badge. */
export const stateColumn = <Row,>(
  header: string,
  width: string,
  stateOf: (row: Row) => string,
): Column<Row> => ({ header, width, cell: (row) => <StateBadge state={stateOf(row)} /> });

/** What led to a record, where there is room. */
export const causeColumn = (width: string): Column<{ readonly cause: Cause | null | undefined }> =>
  wideOnly({ header: 'Cause', width, cell: ({ cause }) => <CauseLink cause={cause} /> });
