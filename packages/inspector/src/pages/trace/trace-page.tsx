import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ofAccount } from '../../api/accounts.ts';
import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { IdLink } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { counted, numberText } from '../../design/number/number.ts';
import { Page } from '../../design/page/page.tsx';
import { into } from '../../design/signals.ts';
import { Loaded } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { type Axis, axisOf } from './axis.ts';

type Trace = ResponseOf<'GET /_admin/trace'>;
type Row = Trace['rows'][number];

/** The most rows that the server sends at once. */
const MAX_ROWS = 1000;

const TOPICS = ['requests', 'records', 'events', 'emails', 'webhook_deliveries', 'jobs', 'clock'] as const;

/** Everything that a request or an action led to, on the axis of the account's clock. */
export const TracePage = ({ id = '' }: PageInput) => {
  const trace = useResource('GET /_admin/trace', { of: id, limit: MAX_ROWS, ...ofAccount() }, TOPICS);
  return (
    <Page title="Trace" lead="What a request or an action led to, in the order in which it happened.">
      <Loaded of={trace}>{(data) => <Content key={id} trace={data} />}</Loaded>
    </Page>
  );
};

const Content = ({ trace: { rows, of, total, is_cut: isCut } }: { readonly trace: Trace }) => {
  const axis = axisOf(rows.flatMap(timesOf));
  const byParent = Map.groupBy(rows, ({ parent }) => parent);
  return (
    <>
      {isCut && <Note tone="warn">This trace has more rows than the server reads.</Note>}
      {total > rows.length && (
        <Note tone="warn">
          The first {numberText(rows.length)} of {counted(total, 'rows')}.
        </Note>
      )}
      <div class="trace">
        <div class="trace-pauses quiet number" aria-hidden="true">
          {axis.pauses.map(({ place, text }) => (
            <span key={place} style={{ '--from': place }}>
              {text}
            </span>
          ))}
        </div>
        <Rows of={byParent.get(null) ?? []} depth={0} {...{ axis, byParent }} asked={of} />
      </div>
    </>
  );
};

/** The times of a row on the axis. */
const timesOf = ({ at, until }: Row): number[] => (until === null ? [at] : [at, until]).map(Date.parse);

interface RowsProps {
  readonly of: readonly Row[];
  /** How many rows stand above them in the tree. */
  readonly depth: number;
  readonly axis: Axis;
  readonly byParent: ReadonlyMap<number | null, readonly Row[]>;
  /** The number of the row that was asked for. */
  readonly asked: number | null;
}

const Rows = ({ of, ...tree }: RowsProps) => (
  <ol>
    {of.map((row) => (
      <TraceRow key={row.number} row={row} {...tree} />
    ))}
  </ol>
);

interface TraceRowProps extends Omit<RowsProps, 'of'> {
  readonly row: Row;
}

/** A row with what it led to. The row that was asked for is scrolled into view. */
const TraceRow = ({ row, ...tree }: TraceRowProps) => {
  const { depth, axis, byParent, asked } = tree;
  const isFolded = useSignal(false);
  const line = useRef<HTMLDivElement>(null);
  const isAsked = row.number === asked;
  useEffect(() => {
    if (isAsked && row.number > 1) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  const children = byParent.get(row.number) ?? [];
  const [from = 0, to = from] = timesOf(row).map(axis.placeOf);
  return (
    <li>
      <div
        ref={line}
        class={classes('trace-row', isAsked && 'is-asked')}
        style={{ '--depth': depth, '--from': from, '--to': to }}
        aria-current={isAsked || undefined}
      >
        <span class="trace-what">
          {children.length > 0 ? (
            <Button
              look="bare"
              icon={isFolded.value ? 'chevron' : 'down'}
              label={`${isFolded.value ? 'Show' : 'Hide'} what row ${row.number} led to`}
              onClick={() => into(isFolded)(!isFolded.value)}
            />
          ) : (
            <span class="trace-leaf" />
          )}
          <span class="wrap">
            <Sentence row={row} /> {row.state !== 'done' && <StateBadge state={row.state} />}{' '}
            {isFolded.value && <span class="quiet">and what followed</span>}
          </span>
        </span>
        <span class={classes('trace-axis', `is-${row.state}`)} aria-hidden="true">
          <span class="trace-bar" />
          <span class="trace-dot" />
        </span>
        <span class="trace-time quiet">
          <Time at={row.at} />
          {row.until !== null && (
            <>
              {' '}
              → <Time at={row.until} />
            </>
          )}
        </span>
      </div>
      {children.length > 0 && !isFolded.value && <Rows {...tree} of={children} depth={depth + 1} />}
    </li>
  );
};

const Sentence = ({ row: { sentence, ref } }: { readonly row: Row }) =>
  ref === null ? <span>{sentence}</span> : <IdLink type={ref.type} id={ref.id} text={sentence} />;
