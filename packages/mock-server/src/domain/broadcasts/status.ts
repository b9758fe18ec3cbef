import { issue, type ValidationIssue } from '@trickle/sdk/contract';
import { isoTime } from '../../shared/values/time.ts';
import { nameOf } from '../../store/engine/place.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import { type RecordRow, records, updateRecord } from '../../store/tables/records.ts';
import { localTime } from '../campaign-subscriptions/due-time.ts';
import type { Context } from '../context/context.ts';
import { openEmailContext, senderOf } from '../email/sender.ts';
import { DomainError } from '../errors.ts';
import { enqueue } from '../queue.ts';
import { requireRecord, requireStatus } from '../records/record.ts';

/** The largest offset ahead of UTC, in milliseconds. */
const EARLIEST_ZONE = 14 * 3_600_000;

/** Schedules a draft or reschedules a broadcast. `sendAt` is in milliseconds since 1970. */
// Unspecified: U-17
export async function scheduleBroadcast(
  context: Context,
  id: string,
  sendAt: number,
): Promise<RecordRow<'broadcasts'>> {
  const broadcast = await requireRecord(context, 'broadcasts', id);
  requireStatus(broadcast, 'draft', 'scheduled');
  const { email, postalAddress } = senderOf(await openEmailContext(context), broadcast.data);
  const issues: ValidationIssue[] = [];
  if (broadcast.data.subject.trim() === '') issues.push(issue('presence_error', 'subject'));
  if (postalAddress.trim() === '') issues.push(issue('presence_error', 'postal_address'));
  if (email === '') issues.push(issue('presence_error', 'from_email'));
  if (issues.length) throw new DomainError(issues);
  const { tx, accountId } = context;
  const scheduled = { ...broadcast, status: 'scheduled', sendAt: isoTime(sendAt) };
  await updateRecord(tx, accountId, 'broadcasts', scheduled);
  await records.broadcasts.update(tx, accountId, { id }, { sendAt: scheduled.sendAt });
  await enqueueStart(context, scheduled, sendAt);
  return scheduled;
}

/** Cancels a broadcast that has not started. */
// Unspecified: U-17
export async function cancelBroadcast(context: Context, id: string): Promise<RecordRow<'broadcasts'>> {
  const broadcast = await requireRecord(context, 'broadcasts', id);
  requireStatus(broadcast, 'draft', 'scheduled');
  const canceled = { ...broadcast, status: 'canceled' };
  await updateRecord(context.tx, context.accountId, 'broadcasts', canceled);
  return canceled;
}

/** Enqueues the start of a scheduled broadcast for when its time is reached in the first time zone. */
// Unspecified: U-108
export async function enqueueStart(
  context: Context,
  { id, data }: RecordRow<'broadcasts'>,
  sendAt: number,
): Promise<void> {
  const zone = await findOwnerZone(context.tx, context.accountId);
  const runAt = data.localize_sending_time ? localTime(zone, sendAt) - EARLIEST_ZONE : sendAt;
  await enqueue(
    { ...context, place: { root: context.place.root, parent: nameOf('broadcast', id) } },
    'broadcast_start',
    { broadcastId: id, sendAt: isoTime(sendAt), after: 0 },
    { runAt },
  );
}
