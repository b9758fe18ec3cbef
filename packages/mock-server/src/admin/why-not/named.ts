import { didYouMean } from '@trickle/sdk/contract';
import { NotFoundError } from '../../domain/errors.ts';
import { noRecord } from '../../domain/records/record.ts';
import { findByIdOrEmail } from '../../domain/records/subscriber.ts';
import type { RecordTable } from '../../store/records/record-data.ts';
import { domainEvents, type NumberedEvent } from '../../store/tables/domain-events.ts';
import { listRecords, type RecordRow } from '../../store/tables/records.ts';
import { listFirstEmails, type SubscriberRow } from '../../store/tables/subscribers.ts';
import type { AdminContext } from '../scope.ts';

/** The name of a record: that of a webhook is its URL. */
const nameOf = ({ name, data }: RecordRow<RecordTable>): string =>
  'post_url' in data ? data.post_url : name;

/** Finds a record by its id, otherwise by its name. Throws a `NotFoundError` with the nearest name. */
export async function requireNamed<Table extends RecordTable>(
  { tx, accountId }: AdminContext,
  table: Table,
  idOrName: string,
): Promise<RecordRow<Table>> {
  const { rows } = await listRecords(tx, accountId, table);
  const found = rows.find(({ id }) => id === idOrName) ?? rows.find((row) => nameOf(row) === idOrName);
  if (found) return found;
  const known = rows.flatMap((row) => [nameOf(row), row.id]);
  throw noRecord(table, idOrName, didYouMean(idOrName, known));
}

export type SubscriberOrDeletion =
  | { readonly subscriber: SubscriberRow; readonly deletion?: undefined }
  | { readonly subscriber?: undefined; readonly deletion: NumberedEvent };

/** Finds a subscriber by id or email address, or their deletion by id. Throws a `NotFoundError` with the nearest address. */
export async function requireSubscriber(
  context: AdminContext,
  idOrEmail: string,
): Promise<SubscriberOrDeletion> {
  const { tx, accountId } = context;
  const subscriber = await findByIdOrEmail(context, idOrEmail);
  if (subscriber) return { subscriber };
  const event = 'subscriber.deleted';
  const deletion = await domainEvents.find(tx, accountId, { subscriberId: idOrEmail, event });
  if (deletion) return { deletion };
  throw new NotFoundError(
    'subscriber',
    `${idOrEmail}${didYouMean(idOrEmail, await listFirstEmails(tx, accountId))}`,
  );
}
