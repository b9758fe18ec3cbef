import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ofAccount } from '../../api/accounts.ts';
import { idOf, type ListSource, type List as LoadedList, readAll, useList } from '../../api/list.ts';
import type { InputOf, Item, ListIn, ReadRoute } from '../../api/request.ts';
import { useSteady } from '../../api/resource.ts';
import { path, queryHere, urlOf } from '../../location/location.ts';
import { NOUNS, type Noun } from '../../nouns.ts';
import { Button, LinkButton } from '../button/button.tsx';
import { urlOfRecord } from '../link/link.tsx';
import { type Empty, EmptyState, ErrorState, Loading, Nothing } from '../page/page.tsx';
import { into } from '../signals.ts';
import { Table, type TableRows } from '../table/table.tsx';
import { isTyping } from '../typing.ts';
import { capitalized, counted, numberText } from '../words.ts';
import { type Filter, Filters, inputOf, narrowing, testOf } from './filters.tsx';
import { type CompareDialog, Many, type ManyAction } from './many.tsx';

export * as column from '../table/columns.tsx';

/** The rows of a list, their filters and actions. Default of the label: the noun. */
export interface RowsDeclaration<Row> extends TableRows<Row> {
  readonly noun: string;
  readonly filters?: readonly Filter<Row>[];
  readonly many?: readonly ManyAction<Row>[];
  readonly compare?: CompareDialog;
  readonly empty: Empty;
}

/** A list that is read from an operation. Its input is what the operation is given besides the account and the filters. */
export interface ListDeclaration<R extends ReadRoute, Member extends ListIn<R>>
  extends RowsDeclaration<Item<R, Member>>,
    Omit<ListSource<R, Member>, 'input' | 'keyOf'>,
    Partial<Pick<ListSource<R, Member>, 'input'>> {}

type OwnDeclaration<R extends ReadRoute, Member extends ListIn<R>> = Omit<
  ListDeclaration<R, Member>,
  'route' | 'member' | 'noun'
> &
  Partial<Pick<RowsDeclaration<unknown>, 'noun'>>;

/** Declares a list of a noun: where its items come from, its columns and filters, and what it says without any. A row opens its record. */
export const declareList = <const R extends ReadRoute, const Member extends ListIn<R>>(
  noun: Noun,
  [route, member]: readonly [R, Member],
  list: OwnDeclaration<R, Member>,
): ListDeclaration<R, Member> => ({
  noun: `${noun.replaceAll('_', ' ')}s`,
  ...(!NOUNS[noun].isPage && {
    hrefOf: (row) => urlOfRecord(noun, (list.keyOf ?? idOf)(row), NOUNS[noun].isBeside ? queryHere() : {}),
  }),
  ...{ route, member, ...list },
});

interface ListProps<R extends ReadRoute, Member extends ListIn<R>> {
  readonly of: ListDeclaration<R, Member>;
  readonly input?: InputOf<R>;
  readonly openKey?: string | undefined;
}

/** A declared list, read and shown. Another input starts again; rows of other filters stay until theirs are read. */
export const List = <R extends ReadRoute, Member extends ListIn<R>>(props: ListProps<R, Member>) => (
  <ReadList key={JSON.stringify(props.input)} {...props} />
);

function ReadList<R extends ReadRoute, Member extends ListIn<R>>(props: ListProps<R, Member>) {
  const { of, input, openKey } = props;
  const filtered = of.isWhole ? {} : inputOf(of.filters);
  const source = { ...of, input: { ...ofAccount(), ...filtered, ...of.input, ...input } as InputOf<R> }; // the server rejects others
  const list = useSteady(useList(source));
  return <ListView of={of} list={list} openKey={openKey} readRows={() => readAll(source)} />;
}

interface LoadedRowsProps<Row> {
  readonly of: RowsDeclaration<Row>;
  readonly rows: readonly Row[];
  readonly openKey?: string | undefined;
}

export const LoadedRows = <Row,>({ of, rows, openKey }: LoadedRowsProps<Row>) => {
  const nothing = () => undefined;
  const calls = { loadMore: nothing, goTo: nothing, reload: nothing };
  const state = { total: rows.length, isLoading: false, hasMore: false, isFromEnd: false, error: undefined };
  return (
    <ListView of={{ ...of, isWhole: true }} list={{ items: rows, ...state, ...calls }} openKey={openKey} />
  );
};

interface ListViewProps<Row> {
  readonly of: RowsDeclaration<Row> & { readonly isWhole?: boolean };
  readonly list: LoadedList<Row>;
  readonly openKey: string | undefined;
  /** Reads all rows of the operation. Without it, the rows are not counted. */
  readonly readRows?: () => Promise<readonly Row[]>;
}

function ListView<Row>({ of, list, openKey, readRows }: ListViewProps<Row>) {
  const { filters, empty, noun } = of;
  const passes = of.isWhole ? testOf(of.columns, filters) : () => true;
  const rows = of.isWhole ? list.items.filter(passes) : list.items;
  const narrowed = narrowing(filters);
  // The operation may answer a filter with a short page.
  const isIncomplete = list.hasMore && rows.length === 0;
  useEffect(() => {
    if (isIncomplete) list.loadMore();
  }, [isIncomplete, list.items, list.loadMore]);
  useEndKey(list);
  return (
    <>
      {filters && <Filters filters={filters} rows={list.items} />}
      {rows.length > 0 ? (
        <ListTable {...{ of, list, rows, openKey, passes, ...(readRows && { readRows }) }} />
      ) : list.isLoading || (list.hasMore && !list.error) ? (
        <Loading rows={10} />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.reload} />
      ) : narrowed ? (
        <EmptyState icon="search" title={`No ${noun} match`}>
          <LinkButton href={urlOf(path.value, { ...queryHere(), ...narrowed })}>Show all {noun}</LinkButton>
        </EmptyState>
      ) : (
        <Nothing of={empty} />
      )}
    </>
  );
}

interface ListTableProps<Row> extends ListViewProps<Row> {
  readonly rows: readonly Row[];
  readonly passes: (row: Row) => boolean;
}

function ListTable<Row>(props: ListTableProps<Row>) {
  const { of, list, rows, openKey, passes, readRows } = props;
  const { filters, empty, noun, label = capitalized(noun), many, compare, keyOf = idOf, ...table } = of;
  const chosen = useSignal<ReadonlySet<string>>(NONE);
  const total = of.isWhole ? rows.length : list.total;
  return (
    <div>
      {list.isFromEnd && (
        <div class="actions spread pager">
          {list.hasMore && <Button onClick={list.loadMore}>Load earlier rows</Button>}
          <Button onClick={() => list.goTo(false)}>To the start</Button>
        </div>
      )}
      <Table
        {...table}
        {...{ label, rows, keyOf, openKey, total }}
        onEnd={list.isFromEnd ? undefined : list.loadMore}
        chosen={many || compare ? chosen : undefined}
      />
      {readRows && (
        <div class="actions spread pager quiet number">
          <span>
            {total === undefined || total === rows.length
              ? counted(rows.length, noun)
              : `${numberText(rows.length)} of ${counted(total, noun)}`}
          </span>
          {list.hasMore && !list.isFromEnd && <Button onClick={list.loadMore}>Load more</Button>}
          <Many
            noun={noun}
            actions={many ?? []}
            compare={compare}
            chosen={[...chosen.value]}
            read={async () =>
              (await readRows()).filter((row) =>
                chosen.value.size > 0 ? chosen.value.has(keyOf(row)) : passes(row),
              )
            }
            onDone={() => into(chosen)(NONE)}
          />
        </div>
      )}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Lets the key End lead to the end of the whole list, not only of the pages that are loaded; Home leads back. */
function useEndKey({ hasMore, isFromEnd, goTo }: LoadedList<unknown>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === 'End' && hasMore && !isFromEnd) goTo(true);
      if (event.key === 'Home' && isFromEnd) goTo(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasMore, isFromEnd, goTo]);
  useLayoutEffect(() => {
    if (isFromEnd) window.scrollTo(0, document.documentElement.scrollHeight);
  }, [isFromEnd]);
}
