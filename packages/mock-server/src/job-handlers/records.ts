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
import type { Transaction } from '../store/store.ts';
import { isoTime } from '../values/iso-time.ts';
import type { OperationName } from '../values/operation-names.ts';
import { type AccountTransaction, type Context, openContext } from '../world/context.ts';

/** Applies a record. `receivedAt` is in milliseconds since 1970. */
type RecordChange = (context: Context, receivedAt: number) => Promise<unknown>;

/** The single operation of a record. */
interface RecordOperation {
  /** Reads a record, without the database. */
  read(record: unknown): RecordChange;
}

const operation = <S extends Schema>(
  schema: S,
  apply: (context: Context, record: Infer<S>, receivedAt: number) => Promise<unknown>,
): RecordOperation => ({
  read(record) {
    const value = readRecord(schema, record);
    return (context, receivedAt) => apply(context, value, receivedAt);
  },
});

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

/** How many records share a savepoint. Each savepoint copies the pages of the database that change after it. */
const CHUNK = 50;

/** Processes records one after another. A rejected record changes nothing, and the others continue. */
// Unspecified: U-08
export async function processRecords(
  { world, tx, accountId, cause = null }: AccountTransaction,
  { operation: name, records, requestIds, receivedAt = world.clock.now() }: RecordsPayload,
  jobId: string,
): Promise<void> {
  const source = name.startsWith('shopperActivity.') ? 'shopper_activity' : 'batch';
  const context = openContext({ world, tx, accountId, cause }, source);
  const found = operations[name];
  if (!found) throw new Error(`Unknown batch operation: ${name}.`);
  const put = (index: number, errors: Outcome['errors']) =>
    insertOutcome(tx, accountId, {
      requestId: requestIds?.[index] ?? jobId,
      position: requestIds ? 0 : index,
      operation: name as OperationName, // one of `operations`
      state: errors.length ? 'refused' : 'done',
      errors,
      finishedAt: isoTime(world.clock.now()),
      cause,
    });
  for (let start = 0; start < records.length; start += CHUNK) {
    const prepared: PreparedRecord[] = [];
    for (const [i, record] of records.slice(start, start + CHUNK).entries()) {
      const errors = await injectedFault(context, name, record);
      const read = errors ? { errors } : readWith(found, record);
      prepared.push({ ...read, index: start + i });
    }
    const work: ChunkWork = { tx, put, apply: (change) => change(context, receivedAt) };
    await processChunk(work, prepared);
  }
  await pruneOutcomes(context, records.length);
}

/** A record that was read, or the errors that reject it. */
type ReadRecord =
  | { readonly errors: Outcome['errors']; readonly change?: undefined }
  | { readonly change: RecordChange };
type PreparedRecord = ReadRecord & { readonly index: number };

interface ChunkWork {
  readonly tx: Transaction;
  apply(change: RecordChange): Promise<unknown>;
  /** Stores the outcome of the record at an index. */
  put(index: number, errors: Outcome['errors']): Promise<void>;
}

/** Processes records with one savepoint for all, or with one for each if one of them is rejected. */
async function processChunk(
  { tx, apply, put }: ChunkWork,
  records: readonly PreparedRecord[],
): Promise<void> {
  const processAll = async (attempt: (change: RecordChange) => Promise<Outcome['errors']>) => {
    for (const record of records) {
      await put(record.index, record.change ? await attempt(record.change) : record.errors);
    }
  };
  let isDone = false;
  await rejectionReason(async () => {
    await tx.nested(() =>
      processAll(async (change) => {
        await apply(change);
        return [];
      }),
    );
    isDone = true;
  });
  if (isDone) return;
  await processAll((change) => rejectionReason(() => tx.nested(() => apply(change))));
}

function readWith({ read }: RecordOperation, record: unknown): ReadRecord {
  try {
    return { change: read(record) };
  } catch (error) {
    return { errors: reasonsOf(error) };
  }
}

/** The errors of an injected fault that matches a record, if any. */
async function injectedFault(
  { world, accountId }: Context,
  operation: string,
  record: unknown,
): Promise<Outcome['errors'] | undefined> {
  const { email } = (record ?? {}) as { email?: unknown }; // a batch may contain anything
  const fault = await world.faults.next('record', {
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
    return reasonsOf(error);
  }
}

/** The errors of a rejection. Throws any other error. */
function reasonsOf(error: unknown): Outcome['errors'] {
  if (error instanceof DomainError) return error.issues;
  if (error instanceof NotFoundError) return [{ code: 'not_found_error', message: error.message }];
  throw error;
}
