import type { Cause } from '@trickle/mock-server/admin';
import type { ComponentChildren } from 'preact';
import { StateBadge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { ConfirmButton } from '../dialog/dialog.tsx';
import { CauseLink, type OfSubscriber, SubscriberLink } from '../link/link.tsx';
import { Time } from '../time/time.tsx';
import type { Column } from './table.tsx';

/** A column that is left out where there is little room. */
export const wide = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, isWideOnly: true });

/** Text that may be longer than its cell; a dash for none. */
export const text = <Row,>(
  header: string,
  textOf: (row: Row) => string | null | undefined,
  width?: string,
): Column<Row> => ({
  header,
  ...(width !== undefined && { width, look: 'quiet' }),
  cell: (row) => <span title={textOf(row) ?? undefined}>{textOf(row) || '–'}</span>,
});

export const number = <Row,>(
  header: string,
  width: string,
  cell: (row: Row) => ComponentChildren,
): Column<Row> => ({ header, width, look: 'number', cell });

/** A time relative to the server's clock, or the time of day where that is the same in all rows. */
export const time = <Row,>(
  header: string,
  timeOf: (row: Row) => string | null | undefined,
  width = '6.5rem',
): Column<Row> => ({
  header,
  width,
  look: 'quiet',
  timeOf,
  cell: (row, format) => <Time at={timeOf(row)} format={format} />,
});

export const state = <Row,>(header: string, width: string, stateOf: (row: Row) => string): Column<Row> => ({
  header,
  width,
  cell: (row) => <StateBadge state={stateOf(row)} />,
});

export const subscriber: Column<OfSubscriber> = {
  header: 'Subscriber',
  cell: (row) => <SubscriberLink of={row} />,
};

export const cause = (width: string): Column<{ readonly cause: Cause | null | undefined }> =>
  wide({ header: 'Cause', width, cell: ({ cause }) => <CauseLink cause={cause} /> });

interface Question<Row> {
  readonly title: (row: Row) => string;
  readonly verb: string;
  readonly text: (row: Row) => ComponentChildren;
}

export const remove = <Row,>(
  labelOf: (row: Row) => string | undefined,
  onRemove: (row: Row) => unknown,
  question?: Question<Row>,
): Column<Row> => ({
  header: '',
  width: '3.5rem',
  cell: (row) => {
    const label = labelOf(row);
    const button = { look: 'bare', icon: 'trash' } as const;
    if (label === undefined) return undefined;
    if (!question) return <Button {...button} label={label} onClick={() => onRemove(row)} />;
    const { title, verb, text } = question;
    return (
      <ConfirmButton
        button={{ ...button, label }}
        title={title(row)}
        verb={verb}
        onConfirm={() => onRemove(row)}
      >
        {text(row)}
      </ConfirmButton>
    );
  },
});
