import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { IdLink } from '../../design/link/link.tsx';
import { Loaded, Note, Page } from '../../design/page/page.tsx';
import { into } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { counted, numberText } from '../../design/words.ts';
import { type Axis, axisOf } from './axis.ts';

type Trace = ResponseOf<'GET /_admin/trace'>;
type Row = Trace['rows'][number];

const MAX_ROWS = 1000;

const TOPICS = ['requests', 'records', 'events', 'emails', 'webhook_deliveries', 'jobs', 'clock'] as const;

export const TracePage = ({ id = '' }: PageInput) => {
  const trace = useResource('GET /_admin/trace', { of: id, limit: MAX_ROWS }, TOPICS);
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
      <div class="card trace">
        {axis.pauses.length > 0 && (
          <div class="trace-pauses small quiet number" aria-hidden="true">
            {axis.pauses.map(({ place, text }) => (
              <span key={place} style={{ '--from': place }}>
                {text}
              </span>
            ))}
          </div>
        )}
        <Branches of={branchesOf(byParent, null)} depth={0} axis={axis} asked={of} />
      </div>
    </>
  );
};

const timesOf = ({ at, until }: Row): number[] => (until === null ? [at] : [at, until]).map(Date.parse);

/** A row, or many attempts of a webhook request in one, with what it led to. */
interface Branch {
  readonly rows: readonly [Row, ...Row[]];
  readonly below: readonly Branch[];
}

/** More attempts than these are folded. */
const MOST_ATTEMPTS = 3;

function branchesOf(byParent: ReadonlyMap<number | null, readonly Row[]>, parent: number | null): Branch[] {
  const rows = byParent.get(parent) ?? [];
  const branchOf = (row: Row): Branch => ({ rows: [row], below: branchesOf(byParent, row.number) });
  const [first, ...others] = rows.filter(({ type }) => type === 'webhook_attempt');
  if (!first || others.length < MOST_ATTEMPTS) return rows.map(branchOf);
  const folded = { rows: [first, ...others], below: [first, ...others].map(branchOf) } as const;
  return rows.flatMap((row) => (row === first ? folded : others.includes(row) ? [] : branchOf(row)));
}

interface TreeProps {
  readonly depth: number;
  readonly axis: Axis;
  readonly asked: number | null;
}

const Branches = ({ of, ...tree }: TreeProps & { readonly of: readonly Branch[] }) => (
  <ol>
    {of.map((branch) => (
      <BranchRow key={`${branch.rows.length > 1} ${branch.rows[0].number}`} branch={branch} {...tree} />
    ))}
  </ol>
);

/** For example `all answered with 500`, or `2 failed: no response, 15 answered with 500`. */
function outcomesOf(attempts: readonly Row[]): string {
  const outcomes = Map.groupBy(attempts, ({ sentence }) => sentence.replace(/^Attempt \d+ (?:was )?/, ''));
  const texts = [...outcomes].map(([outcome, { length }]) => `${numberText(length)} ${outcome}`);
  return outcomes.size === 1 ? `all ${[...outcomes.keys()][0]}` : texts.join(', ');
}

const BranchRow = ({ branch: { rows, below }, ...tree }: TreeProps & { readonly branch: Branch }) => {
  const [row, ...others] = rows;
  const isOpen = useSignal(others.length === 0 || rows.some(({ number }) => number === tree.asked));
  const label = others.length > 0 ? `${rows.length} attempts` : `what row ${row.number} led to`;
  return (
    <li>
      <Line {...tree} rows={rows} isAsked={others.length === 0 && row.number === tree.asked}>
        {below.length > 0 ? (
          <Button
            look="bare"
            icon={isOpen.value ? 'down' : 'chevron'}
            label={`${isOpen.value ? 'Hide' : 'Show'} ${label}`}
            onClick={() => into(isOpen)(!isOpen.value)}
          />
        ) : (
          <span />
        )}
        <span class="wrap">
          {others.length > 0 ? (
            <>
              {counted(rows.length, 'attempts')}, {outcomesOf(rows)}, the last <Time at={rows.at(-1)?.at} />
            </>
          ) : (
            <>
              <Sentence row={row} /> {row.state !== 'done' && <StateBadge state={row.state} />}{' '}
              {!isOpen.value && <span class="quiet">and what followed</span>}
            </>
          )}
        </span>
      </Line>
      {below.length > 0 && isOpen.value && <Branches {...tree} of={below} depth={tree.depth + 1} />}
    </li>
  );
};

const Sentence = ({ row: { sentence, ref } }: { readonly row: Row }) =>
  ref === null ? <span>{sentence}</span> : <IdLink type={ref.type} id={ref.id} text={sentence} />;

const TONES = { done: 'good', waiting: 'warn', refused: 'warn', failed: 'bad' } as const;

interface LineProps extends Omit<TreeProps, 'asked'>, Pick<Branch, 'rows'> {
  readonly children: ComponentChildren;
  readonly isAsked: boolean;
}

/** A row of the table. The one that was asked for is scrolled into view. */
const Line = ({ children, rows, depth, axis, isAsked }: LineProps) => {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isAsked) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  const { at, until } = rows[0];
  return (
    <div
      ref={line}
      class={classes('trace-row', isAsked && 'is-asked')}
      style={{ '--depth': depth }}
      aria-current={isAsked || undefined}
    >
      <span class="line trace-what">{children}</span>
      <span class="trace-axis" aria-hidden="true">
        {rows.map((row) => {
          const [from = 0, to] = timesOf(row).map(axis.placeOf);
          return (
            <span key={row.number} style={{ '--from': from, '--to': to }}>
              {to !== undefined && <span class="trace-bar" />}
              <span class={classes('trace-dot', TONES[row.state], row.state === 'waiting' && 'is-waiting')} />
            </span>
          );
        })}
      </span>
      <span class="small quiet">
        <Time at={at} />
        {until !== null && rows.length === 1 && (
          <>
            {' '}
            → <Time at={until} />
          </>
        )}
      </span>
    </div>
  );
};
