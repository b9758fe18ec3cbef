import {
  CartActivity,
  EventInput,
  type Infer,
  OrderActivity,
  OrderInput,
  ProductActivity,
  type Schema,
  SubscriberInput,
  UnsubscribeInput,
} from '@trickle/sdk/contract';
import { recordCartActivity } from '../domain/commerce/cart-activity.ts';
import { upsertLegacyOrder } from '../domain/commerce/legacy-orders.ts';
import { recordOrderActivity } from '../domain/commerce/order-activity.ts';
import { recordProductActivity } from '../domain/commerce/product-activity.ts';
import { recordEvent } from '../domain/custom-events/record.ts';
import { pruneOutcomes } from '../domain/events/retention.ts';
import { DomainError, NotFoundError } from '../domain/lookup/errors.ts';
import { readRecord } from '../domain/lookup/read-record.ts';
import { unsubscribeAll } from '../domain/subscribers/unsubscribe-all.ts';
import { upsertSubscriber } from '../domain/subscribers/upsert.ts';
import type { RecordsPayload } from '../jobs/kinds.ts';
import { insertOutcome, type Outcome } from '../store/outcomes.ts';
import { isoTime } from '../values/iso-time.ts';
import type { OperationName } from '../values/operation-names.ts';
import { type AccountTransaction, type Context, openContext } from '../world/context.ts';

/** Reads a record and applies its single operation. `receivedAt` is in milliseconds since 1970. */
type RecordOperation = (context: Context, record: unknown, receivedAt: number) => Promise<unknown>;

const operation =
  <S extends Schema>(
    schema: S,
    apply: (context: Context, record: Infer<S>, receivedAt: number) => Promise<unknown>,
  ): RecordOperation =>
  (context, record, receivedAt) =>
    apply(context, readRecord(schema, record), receivedAt);

const cart = operation(CartActivity, recordCartActivity);
const order = operation(OrderActivity, recordOrderActivity);
const product = operation(ProductActivity, recordProductActivity);

/** The operations whose records are processed in the background. */
const operations: Readonly<Record<string, RecordOperation>> = {
  'subscribers.upsertBatch': operation(SubscriberInput, upsertSubscriber),
  'events.recordBatch': operation(EventInput, recordEvent),
  'unsubscribes.createBatch': operation(UnsubscribeInput, (context, { email }) =>
    unsubscribeAll(context, email),
  ),
  'orders.upsertBatch': operation(OrderInput, upsertLegacyOrder),
  'shopperActivity.cart': cart,
  'shopperActivity.cartBatch': cart,
  'shopperActivity.order': order,
  'shopperActivity.orderBatch': order,
  'shopperActivity.product': product,
  'shopperActivity.productBatch': product,
};

/** Processes records one after another. A rejected record changes nothing, and the others continue. */
// Unspecified: U-08
export async function processRecords(
  { world, tx, accountId, cause = null }: AccountTransaction,
  { operation: name, records, requestIds, receivedAt = world.clock.now() }: RecordsPayload,
  jobId: string,
): Promise<void> {
  const source = name.startsWith('shopperActivity.') ? 'shopper_activity' : 'batch';
  const context = openContext({ world, tx, accountId, cause }, source);
  const apply = operations[name];
  if (!apply) throw new Error(`Unknown batch operation: ${name}.`);
  for (const [index, record] of records.entries()) {
    const errors =
      injectedFault(context, name, record) ??
      (await rejectionReason(() => tx.nested(() => apply(context, record, receivedAt))));
    const outcome: Outcome = {
      requestId: requestIds?.[index] ?? jobId,
      position: requestIds ? 0 : index,
      operation: name as OperationName, // one of `operations`
      state: errors.length ? 'refused' : 'done',
      errors,
      finishedAt: isoTime(world.clock.now()),
      cause,
    };
    await insertOutcome(tx, accountId, outcome);
  }
  await pruneOutcomes(context, records.length);
}

/** The errors of an injected fault that matches a record, if any. */
function injectedFault(
  { world, accountId }: Context,
  operation: string,
  record: unknown,
): Outcome['errors'] | undefined {
  const { email } = (record ?? {}) as { email?: unknown }; // a batch may contain anything
  const fault = world.faults.next('record', {
    account: accountId,
    operation,
    body: record,
    email: typeof email === 'string' ? email : undefined,
  });
  return (
    fault && (fault.errors ?? [{ code: 'unavailable_error', message: `Rejected by the fault ${fault.id}.` }])
  );
}

/** The errors that reject a record. Empty if it is accepted. */
async function rejectionReason(work: () => Promise<unknown>): Promise<Outcome['errors']> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.issues;
    if (error instanceof NotFoundError) return [{ code: 'not_found_error', message: error.message }];
    throw error;
  }
}
