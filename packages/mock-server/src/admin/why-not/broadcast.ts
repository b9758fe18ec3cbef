import { broadcastIn } from '../../domain/broadcasts/rules.ts';
import { momentsOf } from '../../domain/broadcasts/sending.ts';
import { subscriberActive } from '../../domain/records/subscriber.ts';
import { areMet, type Finding, finding } from '../../domain/rules.ts';
import type { Fault } from '../../faults/rule.ts';
import { hasStartJob } from '../../store/queries/jobs.ts';
import { findOwnerZone } from '../../store/tables/accounts.ts';
import { broadcastRecipients } from '../../store/tables/broadcast-recipients.ts';
import type { RecordRow } from '../../store/tables/records.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import type { AdminContext } from '../scope.ts';
import { deliveryOf, emailRules, noticeAbout, sent } from './rules.ts';
import { due, judge, type WhyNotAnswer } from './verdict.ts';

export interface BroadcastQuestion {
  readonly subscriber: SubscriberRow;
  readonly broadcast: RecordRow<'broadcasts'>;
  readonly faults: readonly Fault[];
}

export async function whyNotBroadcast(
  context: AdminContext,
  question: BroadcastQuestion,
): Promise<WhyNotAnswer> {
  const { tx, accountId, services } = context;
  const { subscriber, broadcast, faults } = question;
  const what = `The broadcast '${broadcast.name}'`;
  const key = { mailingId: broadcast.id, subscriberId: subscriber.id };
  const delivery = await deliveryOf(context, 'broadcast_id', key);
  if (delivery) return sent(subscriber.email, what, delivery);
  const outlook = { text: `${what} will be sent to ${subscriber.email}.`, at: undefined };
  const { status } = broadcast;
  const recipient = await broadcastRecipients.find(tx, accountId, {
    broadcastId: broadcast.id,
    subscriberId: subscriber.id,
  });
  const isListing = status === 'sending' && !recipient && (await hasStartJob(tx, accountId, broadcast.id));
  const rules: Finding[] = [];
  if (status === 'sent' || (status === 'sending' && !recipient && !isListing)) {
    rules.push(await noRecipient(context, question));
  }
  rules.push(broadcastIn(status === 'sending' || status === 'sent' ? 'sending' : 'scheduled', broadcast));
  rules.push(subscriberActive(subscriber));
  if (!areMet(rules)) return judge(rules, outlook);
  if (recipient?.isPending) {
    rules.push({
      rule: 'content_ready',
      result: 'waits',
      text: `${what} waits for its dynamic content.`,
      about: null,
    });
    return judge(rules, outlook);
  }
  const moment = momentsOf(broadcast, await findOwnerZone(tx, accountId))(subscriber.data.time_zone);
  const at = recipient?.sendAt ?? moment;
  const email = { ...broadcast.data, id: broadcast.id };
  rules.push(
    due(context, what, at),
    ...(await emailRules(context, { subscriber, email, broadcast }, faults)),
  );
  return judge(rules, { ...outlook, at: Math.max(at, services.clock.now()) });
}

/** The rule that a subscriber is one of the recipients, which they are not. */
async function noRecipient(
  context: AdminContext,
  { subscriber, broadcast }: BroadcastQuestion,
): Promise<Finding> {
  const { email, createdAt } = subscriber;
  const { id, name, sendAt } = broadcast;
  const notice = await noticeAbout(context, id);
  const isNew = sendAt !== null && createdAt > sendAt;
  const why = isNew
    ? `${email} was created at ${createdAt}, after the broadcast '${name}' had started at ${sendAt}.`
    : (notice ?? `${email} was not active when the broadcast '${name}' was sent at ${sendAt}.`);
  return finding({ type: 'broadcast', id }, 'recipient', { isMet: false, text: why });
}
