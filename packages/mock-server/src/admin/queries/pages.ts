import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import type { Page, PageChoice } from '../../store/engine/page.ts';

/** The page of a list that a client asks for. */
export interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order?: 'oldest' | 'newest' | undefined;
}

/** Rows, with the cursor of the next page if the client asked for a page. */
export interface Listed<Row> {
  readonly rows: Row[];
  readonly nextCursor?: string | null;
}

/** The page that a query asks for, of a list that is sorted by `key` columns. */
export const choiceOf = ({ limit, cursor, order }: ListQuery, key: number): PageChoice => ({
  limit,
  after: cursor === undefined ? undefined : fromCursor(cursor, key),
  isReversed: order === 'newest',
});

/** A page with its cursor, if the query asked for a page. */
export const listed = <Row>({ limit }: ListQuery, { rows, next }: Page<Row>): Listed<Row> => ({
  rows,
  ...(limit !== undefined && { nextCursor: next && toCursor(next) }),
});
