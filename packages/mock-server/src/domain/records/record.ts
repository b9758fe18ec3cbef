import type { PageMeta } from '@trickle/sdk/contract';
import type { Ids } from '../../shared/platform/random.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import {
  type Direction,
  findRecord,
  listRecords,
  type RecordRow,
  type RecordSort,
} from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';
import { invalidAttribute, NotFoundError } from '../errors.ts';

const nouns: Readonly<Record<RecordTable, string>> = {
  broadcasts: 'broadcast',
  campaigns: 'campaign',
  forms: 'form',
  goals: 'conversion',
  webhooks: 'webhook',
  workflows: 'workflow',
  workflow_triggers: 'trigger',
};

/** The error for a missing record. `hint` follows the id, as in `, did you mean Welcome?`. */
export const noRecord = (table: RecordTable, id: string, hint = '') =>
  new NotFoundError(nouns[table], `${id}${hint}`);

/** Finds the record with this id, or throws a `NotFoundError`. */
export async function requireRecord<Table extends RecordTable>(
  { tx, accountId }: Pick<Context, 'tx' | 'accountId'>,
  table: Table,
  id: string,
): Promise<RecordRow<Table>> {
  const row = await findRecord(tx, accountId, table, id);
  if (!row) throw noRecord(table, id);
  return row;
}

interface SortedQuery {
  readonly status?: string | undefined;
  readonly sort?: RecordSort | undefined;
  readonly direction?: Direction | undefined;
  readonly page?: number | undefined;
}

interface SortMeta {
  readonly sort: RecordSort;
  readonly direction: Direction;
  readonly status: string;
}

function sortMeta({ sort = 'created_at', direction = 'asc', status = 'all' }: SortedQuery): SortMeta {
  return { sort, direction, status };
}

export async function sortedRecords<Table extends RecordTable>(
  { tx, accountId }: Context,
  table: Table,
  query: SortedQuery,
): Promise<{ rows: RecordRow<Table>[]; meta: SortMeta }> {
  const meta = sortMeta(query);
  const { rows } = await listRecords(tx, accountId, table, filterOf(meta));
  return { rows, meta };
}

export async function pageOfRecords<Table extends RecordTable>(
  { tx, accountId }: Context,
  table: Table,
  query: SortedQuery,
): Promise<{ rows: RecordRow<Table>[]; meta: PageMeta & SortMeta }> {
  const slice = sliceOf({ page: query.page });
  const meta = sortMeta(query);
  const { rows, total } = await listRecords(tx, accountId, table, { ...filterOf(meta), slice });
  return { rows, meta: { ...pageMeta(slice, rows.length, total), ...meta } };
}

const filterOf = ({ status, ...order }: SortMeta) => ({
  ...order,
  status: status === 'all' ? undefined : status,
});

/** Draws an id of nine digits that is not taken. Of 100,000 random ids, about five collide. */
export async function freeId(
  ids: Pick<Ids, 'digits'>,
  isTaken: (id: string) => Promise<unknown>,
): Promise<string> {
  for (;;) {
    const id = ids.digits();
    if (!(await isTaken(id))) return id;
  }
}

export const freeRecordId = ({ services, tx, accountId }: Context, table: RecordTable): Promise<string> =>
  freeId(services.ids, (id) => findRecord(tx, accountId, table, id));

/** Throws if a record does not have one of the statuses that a change requires. */
// Unspecified: U-52
export function requireStatus({ status }: { readonly status: string }, ...from: readonly string[]): void {
  if (from.includes(status)) return;
  throw invalidAttribute('unavailable_error', 'status', `must be ${from.join(' or ')}; it is ${status}`);
}
