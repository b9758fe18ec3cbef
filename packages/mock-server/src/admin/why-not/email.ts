import type { EmailMessage } from '../../domain/email/message.ts';
import { openEmailContext } from '../../domain/email/sender.ts';
import { messageRules } from '../../domain/email-delivery/send.ts';
import type { Finding } from '../../domain/rules.ts';
import { type Fault, nextHit } from '../../faults/rule.ts';
import { type DeliveryRow, deliveries } from '../../store/tables/deliveries.ts';
import { notices } from '../../store/tables/notices.ts';
import type { AdminContext } from '../scope.ts';
import { done, type WhyNotAnswer } from './verdict.ts';

/** The rules of an email that is to be sent next: its sender, its template and the faults. */
export async function emailRules(
  context: AdminContext,
  message: EmailMessage,
  faults: readonly Fault[],
): Promise<Finding[]> {
  const rules = await messageRules(await openEmailContext(context), message);
  const hit = nextHit(faults, 'email', { account: context.accountId, email: message.subscriber.email });
  if (hit?.drop === undefined) return rules;
  const text = `The fault ${hit.id} drops emails to ${message.subscriber.email}.`;
  return [...rules, { rule: 'not_dropped', result: 'broken', text, about: null }];
}

/** The newest delivery of an email of a mailing to a subscriber. */
export const deliveryOf = (
  { tx, accountId }: AdminContext,
  column: 'campaign_id' | 'broadcast_id' | 'workflow_id',
  { mailingId, subscriberId, emailId }: { mailingId: string; subscriberId: string; emailId?: string },
): Promise<DeliveryRow | undefined> =>
  deliveries.get(
    tx,
    accountId,
    `subscriber_id = ? and ${column} = ? ${emailId === undefined ? '' : 'and email_id = ?'} order by seq desc limit 1`,
    subscriberId,
    mailingId,
    ...(emailId === undefined ? [] : [emailId]),
  );

/** The answer that an email was sent. */
export const sent = (email: string, what: string, { id, sentAt }: DeliveryRow): WhyNotAnswer =>
  done(`${what} was sent to ${email} at ${sentAt}.`, { at: sentAt, ref: { type: 'email', id } });

/** The newest notice that an email was not sent. */
export async function noticeAbout({ tx, accountId }: AdminContext, emailId: string) {
  const all = await notices.list(tx, accountId, { kind: 'email_not_sent' });
  return all.findLast(({ details }) => details.email_id === emailId)?.message;
}
