import type { Ids } from '../../shared/platform/random.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import { findRecord } from '../../store/tables/records.ts';
import type { Context } from '../context/context.ts';

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

/** Draws an id that no record of this table in the account has. */
export const freeRecordId = ({ services, tx, accountId }: Context, table: RecordTable): Promise<string> =>
  freeId(services.ids, (id) => findRecord(tx, accountId, table, id));
