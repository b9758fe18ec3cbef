import { parseTime } from '../../shared/values/time.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import {
  broadcastRecipients,
  listDueRecipients,
  listMailable,
  nextRecipientAt,
} from '../../store/tables/broadcast-recipients.ts';
import { findRecord, type RecordRow, updateRecord } from '../../store/tables/records.ts';
import { findSubscriberBy } from '../../store/tables/subscribers.ts';
import { localTime, momentOf } from '../campaign-subscriptions/due-time.ts';
import type { Context } from '../context/context.ts';
import { openEmailContext } from '../email/sender.ts';
import { type MessageState, sendMessage } from '../email-delivery/send.ts';
import { type BroadcastStartPayload, enqueue } from '../queue.ts';
import { isMet } from '../rules.ts';
import { broadcastIn } from './rules.ts';

const LIST_BATCH_SIZE = 500;
const SEND_BATCH_SIZE = 100;
const MINUTE = 60_000;

/** Starts a scheduled broadcast: stores its recipients and their sending times, one batch at a time. */
// Unspecified: U-108
export async function startBroadcast(
  context: Context,
  { broadcastId, sendAt, after }: BroadcastStartPayload,
): Promise<void> {
  const { services, tx, accountId } = context;
  const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
  if (!broadcast || broadcast.sendAt !== sendAt) return; // rescheduled
  if (!isMet(broadcastIn(after === 0 ? 'scheduled' : 'sending', broadcast))) return; // canceled
  if (after === 0) await updateRecord(tx, accountId, 'broadcasts', { ...broadcast, status: 'sending' });
  const momentFor = momentsOf(broadcast, await findOwnerZone(tx, accountId));
  const { recipients, last } = await listMailable(tx, accountId, { after, limit: LIST_BATCH_SIZE });
  const now = services.clock.now();
  for (const { id: subscriberId, zone } of recipients) {
    const recipient = { broadcastId, subscriberId, sendAt: Math.max(now, momentFor(zone)), isPending: false };
    await broadcastRecipients.insert(tx, accountId, recipient);
  }
  if (recipients.length < LIST_BATCH_SIZE) return scheduleSend(context, broadcastId, now);
  await enqueue(context, 'broadcast_start', { broadcastId, sendAt, after: last });
}

/** Returns the sending time by time zone: the same moment, or the owner's local time if the broadcast is localized. */
export function momentsOf(
  { sendAt, data }: RecordRow<'broadcasts'>,
  ownerZone: string,
): (zone: string) => number {
  const moment = parseTime(sendAt ?? '');
  if (!data.localize_sending_time) return () => moment;
  const minute = Math.floor(localTime(ownerZone, moment) / MINUTE);
  const day = Math.floor(minute / 1440);
  return (zone) => momentOf(zone, day, minute - day * 1440) ?? momentOf(zone, day + 1, 0) ?? moment;
}

async function scheduleSend(context: Context, broadcastId: string, runAt: number): Promise<void> {
  await enqueue(context, 'broadcast_emails', { broadcastId }, { runAt });
}

export async function sendDueBroadcast(context: Context, broadcastId: string): Promise<void> {
  const { services, tx, accountId } = context;
  const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
  if (!broadcast || !isMet(broadcastIn('sending', broadcast))) return;
  const emailContext = await openEmailContext(context);
  const email = { ...broadcast.data, id: broadcast.id };
  const now = services.clock.now();
  const due = await listDueRecipients(tx, accountId, { broadcastId, now, limit: SEND_BATCH_SIZE });
  for (const subscriberId of due) {
    const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
    const state = subscriber && (await sendMessage(emailContext, { subscriber, email, broadcast }));
    const recipient = { broadcastId, subscriberId };
    if (state === 'pending') await broadcastRecipients.update(tx, accountId, recipient, { isPending: true });
    else await broadcastRecipients.remove(tx, accountId, recipient);
  }
  const { next, isDone } = await nextRecipientAt(tx, accountId, broadcastId);
  if (next !== null) await scheduleSend(context, broadcastId, Math.max(next, now));
  else if (isDone) await finish(context, broadcast);
}

async function finish({ tx, accountId }: Context, broadcast: RecordRow<'broadcasts'>): Promise<void> {
  await updateRecord(tx, accountId, 'broadcasts', { ...broadcast, status: 'sent' });
}

/** Sends the email of a recipient that waited for its content, and removes the recipient. */
export async function settleRecipient(
  context: Context,
  broadcast: RecordRow<'broadcasts'>,
  subscriberId: string,
  send: () => Promise<MessageState>,
): Promise<void> {
  const { tx, accountId } = context;
  await send();
  await broadcastRecipients.remove(tx, accountId, { broadcastId: broadcast.id, subscriberId });
  const { isDone } = await nextRecipientAt(tx, accountId, broadcast.id);
  if (isDone) await finish(context, broadcast);
}
