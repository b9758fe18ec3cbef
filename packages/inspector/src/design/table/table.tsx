import type { Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { idOf } from '../../api/list.ts';
import { classes } from '../classes.ts';
import { formatOf, type TimeFormat } from '../time/time.tsx';

export interface Column<Row> {
  /** Empty for a column of buttons. */
  readonly header: string;
  readonly cell: (row: Row, format?: TimeFormat) => ComponentChildren;
  /** The time in a column of times, which all have the same format. */
  readonly timeOf?: (row: Row) => string | null | undefined;
  /** A CSS width, such as `6rem`. Columns without one share the rest. */
  readonly width?: string;
  /** `number` is aligned to the right; `quiet` is for what matters less. */
  readonly look?: 'number' | 'quiet';
  readonly isWideOnly?: boolean;
}

export interface TableRows<Row> {
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  /** Default: its `id`. */
  readonly keyOf?: (row: Row) => string;
  /** The URL of a row's record; the first cell becomes a link to it. */
  readonly hrefOf?: (row: Row) => string | undefined;
  readonly isFaint?: (row: Row) => boolean;
}

interface TableProps<Row> extends TableRows<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly openKey?: string | undefined;
  readonly onEnd?: (() => void) | undefined;
  readonly total?: number | undefined;
  /** The keys of the rows that the user has chosen. With it, each row has a checkbox where there is room. */
  readonly chosen?: Signal<ReadonlySet<string>> | undefined;
}

/** A table with one line per row. The keys `j` and `k` move between the rows with a link, Enter opens the link. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf = idOf, hrefOf, openKey, onEnd, isFaint, total, chosen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useDrawn(body, rows, onEnd);
  const formats = useMemo(() => columns.map((column) => formatIn(rows, column)), [columns, rows]);
  return (
    <div class="card table-frame">
      <table class="table" aria-label={label} aria-rowcount={(total ?? rows.length) + 1}>
        <colgroup>
          {chosen && <col class="wide-only" style={{ width: '2.25rem' }} />}
          {columns.map(({ width, isWideOnly }, index) => (
            <col
              key={index}
              class={classes(isWideOnly && 'wide-only')}
              style={width ? { width } : undefined}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {chosen && <td class="wide-only" />}
            {columns.map((column, index) => (
              <HeaderCell key={index} {...column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.slice(0, drawn).map((row, index) => {
            const key = keyOf(row);
            const cells = {
              row,
              rowKey: key,
              chosen,
              columns,
              formats,
              href: hrefOf?.(row),
              isFaint: isFaint?.(row) ?? false,
            };
            return <TableRow key={key} index={index} isOpen={key === openKey} {...cells} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

const formatIn = <Row,>(rows: readonly Row[], { timeOf }: Column<Row>) =>
  timeOf && formatOf(rows.map(timeOf));

/** Rows that are drawn at first, and each time when the last one of them comes near the window. */
const STEP = 300;

function useDrawn(
  body: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  onEnd: (() => void) | undefined,
): number {
  const [drawn, setDrawn] = useState(STEP);
  useEffect(() => {
    const last = body.current?.lastElementChild;
    if (!last) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        if (drawn < rows.length) setDrawn(drawn + STEP);
        else onEnd?.();
      },
      { rootMargin: '1000px' },
    );
    observer.observe(last);
    return () => observer.disconnect();
  }, [body, drawn, rows, onEnd]);
  return drawn;
}

const HeaderCell = ({ header, look, isWideOnly }: Pick<Column<never>, 'header' | 'look' | 'isWideOnly'>) => {
  const looks = classes(look, isWideOnly && 'wide-only');
  if (header === '') return <td class={looks} />;
  return (
    <th scope="col" class={looks}>
      {header}
    </th>
  );
};

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]);

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly formats: readonly (TimeFormat | undefined)[];
  readonly rowKey: string;
  readonly chosen: TableProps<Row>['chosen'];
  readonly href: string | undefined;
  readonly index: number;
  readonly isOpen: boolean;
  readonly isFaint: boolean;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, chosen, columns, formats, href, index, isOpen, isFaint } = props;
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-current={isOpen ? 'true' : undefined}
      class={classes(href !== undefined && 'has-link', isFaint && 'quiet')}
    >
      {chosen && (
        <td class="wide-only">
          <input
            type="checkbox"
            aria-label={`Choose row ${index + 1}`}
            checked={chosen.value.has(rowKey)}
            onChange={() => {
              chosen.value = toggled(chosen.value, rowKey);
            }}
          />
        </td>
      )}
      {columns.map(({ cell, look, isWideOnly }, position) => (
        <td key={position} class={classes(look, isWideOnly && 'wide-only')}>
          {position === 0 && href !== undefined ? (
            <a href={href} class="row-link">
              {cell(row, formats[position])}
            </a>
          ) : (
            cell(row, formats[position])
          )}
        </td>
      ))}
    </tr>
  );
}
