import type { Context } from '../../domain/context/context.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import type { DeliveryRow } from '../../store/tables/deliveries.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';

/** The kinds of mailings, with the tables of their records. */
export const MAILINGS = [
  ['campaign', 'campaigns'],
  ['broadcast', 'broadcasts'],
  ['workflow', 'workflows'],
] as const;

/** The mailing that an email belongs to. */
export function mailingOf(delivery: Pick<DeliveryRow, `${(typeof MAILINGS)[number][0]}Id`>) {
  for (const [kind, table] of MAILINGS) {
    const id = delivery[`${kind}Id`];
    if (id !== null) return { kind, table, id };
  }
  return undefined;
}

/** The names of records by id. */
export async function namesOf({ tx, accountId }: Pick<Context, 'tx' | 'accountId'>, table: RecordTable) {
  const { rows } = await listRecords(tx, accountId, table);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The members that all records have. */
export function frameOf({ id, name, status, createdAt }: RecordRow<RecordTable>) {
  return { id, name, status, createdAt };
}
