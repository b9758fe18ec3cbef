import type { BroadcastStartPayload } from '../../jobs/kinds.ts';
import { enqueue } from '../../jobs/queue.ts';
import { findOwnerZone } from '../../store/accounts.ts';
import {
  deleteRecipients,
  insertRecipient,
  listDueRecipients,
  listMailable,
  nextRecipientAt,
  setRecipientPending,
} from '../../store/broadcast-recipients.ts';
import { findRecord, type RecordRow, updateRecord } from '../../store/records.ts';
import { findSubscriberBy } from '../../store/subscribers.ts';
import { parseTime } from '../../values/time.ts';
import type { Context } from '../../world/context.ts';
import { localTime, momentOf } from '../campaign-subscriptions/due-time.ts';
import { openEmailContext } from '../email/sender.ts';
import { type MessageState, sendMessage } from '../email-delivery/send.ts';

const LISTED_AT_ONCE = 500;
const SENT_AT_ONCE = 100;
const MINUTE = 60_000;

/** Begins a scheduled broadcast: notes who is to get it, and when, a portion of the people at a time. */
// Unspecified: U-108
export async function startBroadcast(
  context: Context,
  { broadcastId, sendAt, after }: BroadcastStartPayload,
): Promise<void> {
  const { world, tx, accountId } = context;
  const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
  const expected = after === 0 ? 'scheduled' : 'sending';
  if (broadcast?.status !== expected || broadcast.sendAt !== sendAt) return; // canceled, or scheduled anew
  if (after === 0) await updateRecord(tx, accountId, 'broadcasts', { ...broadcast, status: 'sending' });
  const momentFor = momentsOf(broadcast, await findOwnerZone(tx, accountId));
  const { people, last } = await listMailable(tx, accountId, { after, limit: LISTED_AT_ONCE });
  const now = world.clock.now();
  for (const { id: subscriberId, zone } of people) {
    const recipient = { subscriberId, sendAt: Math.max(now, momentFor(zone)) };
    await insertRecipient(tx, accountId, broadcastId, recipient);
  }
  if (people.length < LISTED_AT_ONCE) return wakeBroadcast(context, broadcastId, now);
  await enqueue(context, 'broadcast_start', { broadcastId, sendAt, after: last });
}

/** When people get a broadcast, by their zone: at its moment, or when their clock shows what the owner's did then. */
function momentsOf({ sendAt, data }: RecordRow<'broadcasts'>, ownerZone: string): (zone: string) => number {
  const moment = parseTime(sendAt ?? '');
  if (!data.localize_sending_time) return () => moment;
  const minute = Math.floor(localTime(ownerZone, moment) / MINUTE);
  const day = Math.floor(minute / 1440);
  return (zone) => momentOf(zone, day, minute - day * 1440) ?? momentOf(zone, day + 1, 0) ?? moment;
}

async function wakeBroadcast(context: Context, broadcastId: string, runAt: number): Promise<void> {
  await enqueue(context, 'broadcast_emails', { broadcastId }, { runAt });
}

/** Sends a broadcast to those whose time has come; it is sent when nobody is left. */
export async function sendDueBroadcast(context: Context, broadcastId: string): Promise<void> {
  const { world, tx, accountId } = context;
  const broadcast = await findRecord(tx, accountId, 'broadcasts', broadcastId);
  if (broadcast?.status !== 'sending') return;
  const emailContext = await openEmailContext(context);
  const email = { ...broadcast.data, id: broadcast.id };
  const now = world.clock.now();
  const due = await listDueRecipients(tx, accountId, { broadcastId, now, limit: SENT_AT_ONCE });
  for (const subscriberId of due) {
    const subscriber = await findSubscriberBy(tx, accountId, 'id', subscriberId);
    const state = subscriber && (await sendMessage(emailContext, { subscriber, email, broadcast }));
    if (state === 'pending') await setRecipientPending(tx, accountId, broadcastId, subscriberId);
    else await deleteRecipients(tx, accountId, broadcastId, subscriberId);
  }
  const { next, isDone } = await nextRecipientAt(tx, accountId, broadcastId);
  if (next !== null) await wakeBroadcast(context, broadcastId, Math.max(next, now));
  else if (isDone) await finish(context, broadcast);
}

async function finish({ tx, accountId }: Context, broadcast: RecordRow<'broadcasts'>): Promise<void> {
  await updateRecord(tx, accountId, 'broadcasts', { ...broadcast, status: 'sent' });
}

/** Takes off someone whose email waited for its content, once it was sent or given up. */
export async function settleRecipient(
  context: Context,
  broadcast: RecordRow<'broadcasts'>,
  subscriberId: string,
  send: () => Promise<MessageState>,
): Promise<void> {
  const { tx, accountId } = context;
  await send();
  await deleteRecipients(tx, accountId, broadcast.id, subscriberId);
  const { isDone } = await nextRecipientAt(tx, accountId, broadcast.id);
  if (isDone) await finish(context, broadcast);
}
