import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { List } from '../../api/list.ts';
import { capitalized } from '../capitalized.ts';
import { Pager } from '../pager/pager.tsx';
import { EmptyState, ErrorState, Loading } from '../states/states.tsx';
import { type Column, Table } from '../table/table.tsx';
import { isTyping } from '../typing.ts';

interface ListViewProps<Row> {
  readonly list: List<Row>;
  /** What the rows are, such as `emails`. */
  readonly noun: string;
  /** The name of the table for screen readers. Default: the noun. */
  readonly label?: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string | undefined;
  /** The key of the row that is open beside the list. */
  readonly openKey?: string | undefined;
  /** Narrows the loaded rows; further pages are loaded until one matches. */
  readonly matches?: ((row: Row) => boolean) | undefined;
  /** The URL of the list without filters, if one is set. */
  readonly unfilteredUrl?: string | undefined;
  /** Shown if there are no rows at all. */
  readonly empty: ComponentChildren;
}

/** A list in a table, with all its states. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { list, noun, columns, keyOf, hrefOf, openKey, matches, unfilteredUrl, empty } = props;
  const { label = capitalized(noun) } = props;
  const rows = matches ? list.items.filter(matches) : list.items;
  const isIncomplete = rows.length < list.items.length && list.hasMore;
  // A filter looks at all rows, so that "nothing matches" is true.
  useEffect(() => {
    if (isIncomplete) list.loadMore();
  }, [isIncomplete, list.items.length, list.loadMore]);
  useEndKey(list);
  if (list.isLoading) return <Loading rows={10} />;
  if (list.error && list.items.length === 0) return <ErrorState error={list.error} onRetry={list.reload} />;
  if (rows.length === 0) {
    if (unfilteredUrl === undefined) return <>{empty}</>;
    return (
      <EmptyState icon="search" title={`No ${noun} match`}>
        <a href={unfilteredUrl}>Show all {noun}</a>
      </EmptyState>
    );
  }
  return (
    <div>
      <Table
        label={label}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        {...(hrefOf && { hrefOf })}
        openKey={openKey}
        onEnd={list.hasMore ? list.loadMore : undefined}
        total={matches ? undefined : list.total}
      />
      <Pager
        shown={rows.length}
        total={matches ? undefined : list.total}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        noun={noun}
      />
    </div>
  );
}

/** Lets the key End lead to the end of the whole list, not only of the pages that are loaded. */
function useEndKey({ hasMore, loadAll, items }: List<unknown>): void {
  const isWanted = useRef(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      isWanted.current = event.key === 'End' && hasMore && !isTyping(event);
      if (isWanted.current) loadAll();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [hasMore, loadAll]);
  useEffect(() => {
    if (isWanted.current) window.scrollTo(0, document.documentElement.scrollHeight);
  }, [items.length]);
}
