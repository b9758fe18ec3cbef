import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ofAccount } from '../../api/accounts.ts';
import type { Topic } from '../../api/changes.ts';
import { idOf, type List as LoadedList, readAll, useList, useSteadyList } from '../../api/list.ts';
import type { InputOf, Item, ListIn, ReadRoute } from '../../api/responses.ts';
import { path, query, urlOf } from '../../location/location.ts';
import { Button, LinkButton } from '../button/button.tsx';
import { capitalized } from '../capitalized.ts';
import { counted, numberText } from '../number/number.ts';
import { type Empty, EmptyState, ErrorState, Loading, Nothing } from '../states/states.tsx';
import { type Column, Table } from '../table/table.tsx';
import { isTyping } from '../typing.ts';
import { type Filter, Filters, inputOf, matcherOf, narrowing } from './filters.tsx';
import { Many, type ManyAction } from './many.tsx';

/** What the rows of a list are, and how they are shown. */
export interface RowsDeclaration<Row> {
  /** Such as `emails`. */
  readonly noun: string;
  /** The name of the table for screen readers. Default: the noun. */
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  /** Default: its `id`. */
  readonly keyOf?: (row: Row) => string;
  /** The URL of the page that a row opens. */
  readonly hrefOf?: (row: Row) => string | undefined;
  /** Whether a row matters less, such as one that is over. */
  readonly isFaint?: (row: Row) => boolean;
  readonly filters?: readonly Filter<Row>[];
  /** What can be done with many rows at a time. With it, rows can be chosen. */
  readonly many?: readonly ManyAction<Row>[];
  /** Shown if there are no rows at all. */
  readonly empty: Empty;
}

/** A list that is read from an operation. */
export interface ListDeclaration<R extends ReadRoute, Member extends ListIn<R>>
  extends RowsDeclaration<Item<R, Member>> {
  readonly route: R;
  /** The member of the response that has the items. */
  readonly member: Member;
  /** The list is read again when these change. */
  readonly topics: readonly Topic[];
  /** The input of the operation, besides the account and the filters. */
  readonly input?: InputOf<R>;
}

/** Declares a list: where its items come from, its columns and filters, what its rows open, and what it says without any. */
export const declareList = <const R extends ReadRoute, const Member extends ListIn<R>>(
  route: R,
  member: Member,
  list: Omit<ListDeclaration<R, Member>, 'route' | 'member'>,
): ListDeclaration<R, Member> => ({ route, member, ...list });

interface ListProps<R extends ReadRoute, Member extends ListIn<R>> {
  readonly of: ListDeclaration<R, Member>;
  /** What the operation is given on this page only. */
  readonly input?: InputOf<R>;
  /** The key of the row that is open beside the list. */
  readonly openKey?: string | undefined;
  /** In place of those of the declaration. */
  readonly columns?: readonly Column<Item<R, Member>>[];
}

/** A declared list, read and shown. Another input starts again; rows of other filters stay until theirs are read. */
export const List = <R extends ReadRoute, Member extends ListIn<R>>(props: ListProps<R, Member>) => (
  <ReadList key={JSON.stringify(props.input)} {...props} />
);

function ReadList<R extends ReadRoute, Member extends ListIn<R>>(props: ListProps<R, Member>) {
  const { of, input, openKey, columns = of.columns } = props;
  const { filters, ...source } = of;
  const all = { ...ofAccount(), ...inputOf(filters), ...of.input, ...input } as InputOf<R>; // the server rejects others
  const list = useSteadyList(useList({ ...source, input: all }));
  const readRows = () => readAll({ ...source, input: all });
  return <ListView of={{ ...of, columns }} list={list} openKey={openKey} readRows={readRows} />;
}

interface LoadedRowsProps<Row> {
  readonly of: RowsDeclaration<Row>;
  readonly rows: readonly Row[];
  readonly openKey?: string | undefined;
}

/** Rows that are part of a response. */
export const LoadedRows = <Row,>({ of, rows, openKey }: LoadedRowsProps<Row>) => {
  const nothing = () => undefined;
  const calls = { loadMore: nothing, show: nothing, loadEnd: nothing, reload: nothing };
  const list = { items: rows, rows, total: rows.length, isLoading: false, hasMore: false, error: undefined };
  return <ListView of={of} list={{ ...list, ...calls }} openKey={openKey} isWhole />;
};

interface ListViewProps<Row> {
  readonly of: RowsDeclaration<Row>;
  readonly list: LoadedList<Row>;
  readonly openKey: string | undefined;
  /** Whether all rows are there, so that they are not counted. */
  readonly isWhole?: boolean | undefined;
  /** Reads all rows, also those that the filters of this page leave out. */
  readonly readRows?: () => Promise<readonly Row[]>;
}

/** A list in a table, with all its states. */
function ListView<Row>({ of, list, openKey, isWhole, readRows }: ListViewProps<Row>) {
  const { filters, empty, noun } = of;
  const matches = matcherOf(filters);
  const narrowed = narrowing(filters);
  const rows = matches ? list.items.filter(matches) : list.rows;
  // A filter looks at all rows, so that "nothing matches" is true. The operation may answer it with a short page.
  const isIncomplete =
    list.hasMore && (rows.length === 0 || (matches !== undefined && rows.length < list.items.length));
  useEffect(() => {
    if (isIncomplete) list.loadMore();
  }, [isIncomplete, list.items, list.loadMore]);
  useEndKey(list, matches !== undefined);
  return (
    <>
      {filters && <Filters filters={filters} rows={list.items} />}
      {rows.length > 0 ? (
        <ListTable {...{ of, list, rows, openKey, isWhole, matches, ...(readRows && { readRows }) }} />
      ) : list.isLoading || (list.hasMore && !list.error) ? (
        <Loading rows={10} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.reload} />
      ) : narrowed ? (
        <EmptyState icon="search" title={`No ${noun} match`}>
          <LinkButton href={urlOf(path.value, { ...Object.fromEntries(query.value), ...narrowed })}>
            Show all {noun}
          </LinkButton>
        </EmptyState>
      ) : (
        <Nothing of={empty} />
      )}
    </>
  );
}

interface ListTableProps<Row> extends ListViewProps<Row> {
  readonly rows: readonly (Row | undefined)[];
  /** Whether a row is shown; undefined if all of the loaded rows are. */
  readonly matches: ((row: Row) => boolean) | undefined;
}

/** The rows of a list, and below them how many they are. */
function ListTable<Row>(props: ListTableProps<Row>) {
  const { of, list, rows, openKey, matches, isWhole = false, readRows } = props;
  const { filters, empty, noun, label = capitalized(noun), many, ...table } = of;
  const { keyOf = idOf } = of;
  const isFiltered = matches !== undefined;
  const chosen = useSignal<ReadonlySet<string>>(NONE);
  const read = async () => {
    const all = (await readRows?.()) ?? [];
    if (chosen.value.size > 0) return all.filter((row) => chosen.value.has(keyOf(row)));
    return matches ? all.filter(matches) : all;
  };
  const total = isFiltered ? undefined : list.total;
  return (
    <div>
      <Table
        {...table}
        label={label}
        rows={rows}
        openKey={openKey}
        total={total}
        onShow={isFiltered ? undefined : list.show}
        chosen={many && chosen}
      />
      {!isWhole && (
        <div class="pager quiet number">
          <span>
            {total === undefined || total === rows.length
              ? counted(rows.length, noun)
              : `${numberText(rows.length)} of ${counted(total, noun)}`}
          </span>
          {list.hasMore && <Button onClick={list.loadMore}>Load more</Button>}
          {readRows && (
            <Many
              noun={noun}
              actions={many ?? []}
              chosen={chosen.value.size}
              read={read}
              onDone={() => {
                chosen.value = NONE;
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Lets the key End lead to the end of the whole list, not only of the pages that are loaded. */
function useEndKey({ hasMore, loadEnd, rows }: LoadedList<unknown>, isFiltered: boolean): void {
  const isWanted = useRef(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      isWanted.current = event.key === 'End' && hasMore && !isTyping(event);
      if (isWanted.current) loadEnd(isFiltered);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasMore, loadEnd, isFiltered]);
  useEffect(() => {
    if (isWanted.current) window.scrollTo(0, document.documentElement.scrollHeight);
  }, [rows.length]);
}
