import type { Ids } from '../../platform/ids.ts';
import { findRecord } from '../../store/records.ts';
import type { RecordTable } from '../../store/schema.ts';
import type { Context } from '../../world/context.ts';

/** Draws nine digits until nobody has them: of 100,000 ids that are drawn blindly, some five meet. */
export async function freeId(
  ids: Pick<Ids, 'digits'>,
  isTaken: (id: string) => Promise<unknown>,
): Promise<string> {
  for (;;) {
    const id = ids.digits();
    if (!(await isTaken(id))) return id;
  }
}

/** An id for a record that none of its kind in the account has. */
export const freeRecordId = ({ world, tx, accountId }: Context, table: RecordTable): Promise<string> =>
  freeId(world.ids, (id) => findRecord(tx, accountId, table, id));
