import { fromCursor, toCursor } from '../../shared/values/cursor.ts';
import type { Page, PageChoice, Position } from '../../store/engine/page.ts';

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

/** Rows that are read at a time to be tested. */
const TESTED = 500;

export async function pageOfPassing<Row>(
  passes: (row: Row) => boolean,
  { after, limit, ...choice }: PageChoice,
  read: (choice: PageChoice) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const passing: Page<Row> = { rows: [], positions: [], next: null };
  const positions: Position[] = [];
  for (let next: Position | null | undefined = after; next !== null; ) {
    const part: Page<Row> = await read({ ...choice, limit: TESTED, after: next });
    for (const [i, row] of part.rows.entries()) {
      if (!passes(row)) continue;
      if (passing.rows.length === limit) return { ...passing, positions, next: positions.at(-1) ?? null };
      passing.rows.push(row);
      positions.push(part.positions[i] ?? []);
    }
    next = part.next;
  }
  return { ...passing, positions };
}
