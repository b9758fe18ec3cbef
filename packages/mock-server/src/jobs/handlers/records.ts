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
import { upsertLegacyOrder } from '../../domain/commerce/legacy-orders.ts';
import {
  recordCartActivity,
  recordOrderActivity,
  recordProductActivity,
} from '../../domain/commerce/shopper-activity.ts';
import { type Context, openContext } from '../../domain/context/context.ts';
import { recordEvent } from '../../domain/custom-events/record.ts';
import { DomainError, NotFoundError } from '../../domain/errors.ts';
import { prune } from '../../domain/events/retention.ts';
import type { RecordsPayload } from '../../domain/queue.ts';
import { readRecord } from '../../domain/records/parse-record.ts';
import { unsubscribeAll, upsertSubscriber } from '../../domain/subscribers/subscribers.ts';
import type { OperationName } from '../../shared/values/operation-names.ts';
import { isoTime } from '../../shared/values/time.ts';
import { isOutage } from '../../store/engine/errors.ts';
import { below } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import { type Outcome, outcomeName, outcomes } from '../../store/tables/outcomes.ts';
import type { JobContext } from '../handler.ts';

/** Applies a record. `receivedAt` is in milliseconds since 1970. */
type RecordChange = (context: Context, receivedAt: number) => Promise<unknown>;

/** The single operation of a record. */
interface RecordOperation {
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

/** Processes a part of some records. A rejected record changes nothing, and the others continue. Returns the rest. */
// Unspecified: U-08, U-312
export async function processRecords(
  { services, tx, accountId, place, report }: JobContext,
  payload: RecordsPayload,
  jobId: string,
): Promise<RecordsPayload | undefined> {
  const { operation: name, records, receivedAt = services.clock.now() } = payload;
  const { requestIds, requestId = jobId, first = 0 } = payload;
  const source = name.startsWith('shopperActivity.') ? 'shopper_activity' : 'batch';
  const context = openContext({ services, tx, accountId, place }, source);
  const operation = operations[name];
  if (!operation) throw new Error(`Unknown batch operation: ${name}.`);
  const recordAt = (index: number) => ({
    requestId: requestIds?.[index] ?? requestId,
    position: requestIds ? 0 : first + index,
  });
  const done = await processPart(partOf(records), {
    context,
    report,
    read: async (index) => {
      const errors = await injectedFault(context, name, records[index]);
      return errors ? { errors } : readWith(operation, records[index]);
    },
    apply: (index, change) => {
      context.cache.subscriberId = undefined;
      return change({ ...context, place: below(place, outcomeName(recordAt(index))) }, receivedAt);
    },
    put: (index, errors) =>
      outcomes.insert(tx, accountId, {
        ...recordAt(index),
        operation: name as OperationName, // one of `operations`
        state: errors.length ? 'refused' : 'done',
        errors,
        finishedAt: isoTime(services.clock.now()),
        ...place,
        subscriberId: (errors.length === 0 && context.cache.subscriberId) || null,
      }),
  });
  await prune(context, outcomes, done);
  if (done === records.length) return undefined;
  return {
    ...payload,
    records: records.slice(done),
    first: first + done,
    receivedAt,
    ...(requestIds && { requestIds: requestIds.slice(done) }),
  };
}

/** The size of a part in characters of JSON. A part has at least one record. */
const MAX_PART = 12_000;

/** The records of the next transaction: by size, not by time, so that every machine gives the same ids and history. */
function partOf(records: readonly unknown[]): number {
  let characters = 0;
  const end = records.findIndex((record, index) => {
    characters += JSON.stringify(record)?.length ?? 0;
    return index > 0 && characters > MAX_PART;
  });
  return end === -1 ? records.length : end;
}

/** A record that was read, or the errors that reject it. */
type ReadRecord =
  | { readonly errors: Outcome['errors']; readonly change?: undefined }
  | { readonly change: RecordChange; readonly errors?: undefined };

interface SliceWork {
  readonly context: Context;
  /** Reads the record at an index. Called once for each record. */
  read(index: number): Promise<ReadRecord>;
  apply(index: number, change: RecordChange): Promise<unknown>;
  put(index: number, errors: Outcome['errors']): Promise<unknown>;
  /** Reports an internal error, which rejects only its record. */
  report(error: unknown): void;
}

/**
 * Processes the first of some records with one savepoint for all, which copies less than one for each. If one of them
 * is rejected, those processed so far get a savepoint each. Returns how many were processed.
 */
async function processPart(count: number, { context, read, apply, put, report }: SliceWork): Promise<number> {
  const { tx } = context;
  const taken: ReadRecord[] = [];
  const failed = await attempt(tx, async () => {
    while (taken.length < count) {
      const index = taken.length;
      const record = await read(index);
      taken.push(record);
      if (record.change) await apply(index, record.change);
      await put(index, record.errors ?? []);
    }
  });
  if (!failed) return count;
  if (taken.length === 0) throw failed.error; // not an error of a record
  for (const [index, { change, errors = [] }] of taken.entries()) {
    const failure = change && (await attempt(tx, () => apply(index, change)));
    const reasons = failure ? reasonsOf(failure.error) : errors;
    if (!reasons) report(failure?.error);
    await put(index, reasons ?? INTERNAL_ERROR);
  }
  return taken.length;
}

/** Runs `work` completely or not at all. Returns its error, unless that is an outage. */
const attempt = (
  tx: Transaction,
  work: () => Promise<unknown>,
): Promise<{ readonly error: unknown } | undefined> =>
  tx.nested(work).then(
    () => undefined,
    (error: unknown) => {
      if (isOutage(error)) throw error;
      return { error };
    },
  );

/** The outcome of a record that could not be processed because of an internal error. */
const INTERNAL_ERROR: Outcome['errors'] = [
  { code: 'unavailable_error', message: 'The server failed to process this record. Its log says why.' },
];

function readWith({ read }: RecordOperation, record: unknown): ReadRecord {
  try {
    return { change: read(record) };
  } catch (error) {
    const errors = reasonsOf(error);
    if (!errors) throw error;
    return { errors };
  }
}

/** The errors of an injected fault that matches a record, if any. */
async function injectedFault(
  { services, accountId }: Context,
  operation: string,
  record: unknown,
): Promise<Outcome['errors'] | undefined> {
  const { email } = (record ?? {}) as { email?: unknown }; // a batch may contain anything
  const fault = await services.faults.next('record', {
    account: accountId,
    operation,
    body: record,
    email: typeof email === 'string' ? email : undefined,
  });
  return (
    fault && (fault.errors ?? [{ code: 'unavailable_error', message: `Rejected by the fault ${fault.id}.` }])
  );
}

function reasonsOf(error: unknown): Outcome['errors'] | undefined {
  if (error instanceof DomainError) return error.issues;
  if (error instanceof NotFoundError) return [{ code: 'not_found_error', message: error.message }];
  return undefined;
}
