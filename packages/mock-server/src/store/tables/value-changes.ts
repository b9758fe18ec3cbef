import { type Cause, cause } from '../engine/cause.ts';
import { mapRow, nullable, number, type StoredRow } from '../engine/row-mapping.ts';
import type { Transaction } from '../engine/store.ts';

/** A change of a subscriber's lead score or lifetime value. */
export interface ValueChange {
  readonly subscriberId: string;
  readonly kind: 'lead_score' | 'lifetime_value';
  /** ISO 8601. */
  readonly changedAt: string;
  /** Points, or cents. */
  readonly change: number;
  /** The value after the change; null while the subscriber is not scored. */
  readonly total: number | null;
  readonly reason: string;
  /** The order that changed the lifetime value, if any. */
  readonly orderId: string | null;
  readonly cause: Cause | null;
}

const { columns, placeholders, toRow, values } = mapRow<ValueChange>({
  subscriberId: 'subscriber_id',
  kind: 'kind',
  changedAt: 'changed_at',
  change: number('change'),
  total: nullable(number('total')),
  reason: 'reason',
  orderId: 'order_id',
  cause,
});

export async function insertValueChange(
  tx: Transaction,
  accountId: string,
  change: ValueChange,
): Promise<void> {
  await tx.run(
    `insert into value_changes (account_id, ${columns}) values (?, ${placeholders})`,
    accountId,
    ...values(change),
  );
}

/** Lists the newest changes of a subscriber's value, newest first. */
export async function listValueChanges(
  tx: Transaction,
  accountId: string,
  subscriberId: string,
  kind: ValueChange['kind'],
): Promise<ValueChange[]> {
  const rows = await tx.all<StoredRow>(
    `select ${columns} from value_changes
     where account_id = ? and subscriber_id = ? and kind = ? order by seq desc limit 200`,
    accountId,
    subscriberId,
    kind,
  );
  return rows.map(toRow);
}
