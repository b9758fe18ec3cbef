import type { EmailMessage } from '../../domain/email/message.ts';
import { openEmailContext } from '../../domain/email/sender.ts';
import { messageRules } from '../../domain/email-delivery/send.ts';
import type { JobKind, JobPayloads } from '../../domain/queue.ts';
import type { Finding } from '../../domain/rules.ts';
import { type Fault, nextHit } from '../../faults/rule.ts';
import { matching, plain, sql } from '../../store/engine/sql.ts';
import { findJobWith } from '../../store/queries/jobs.ts';
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
    sql`subscriber_id = ${subscriberId} and ${plain(column)} = ${mailingId} and ${matching('email_id', emailId)}
      order by seq desc limit 1`,
  );

/** The answer that an email was sent. */
export const sent = (email: string, what: string, { id, sentAt }: DeliveryRow): WhyNotAnswer =>
  done(`${what} was sent to ${email} at ${sentAt}.`, { at: sentAt, ref: { type: 'email', id } });

/** The newest notice that an email was not sent. */
export async function noticeAbout({ tx, accountId }: AdminContext, emailId: string) {
  const all = await notices.list(tx, accountId, { kind: 'email_not_sent' });
  return all.findLast(({ details }) => details.email_id === emailId)?.message;
}

/** The job of a kind with a payload that runs next. If none waits, one that has failed. */
export const jobWith = <Kind extends JobKind>(
  { tx, accountId }: AdminContext,
  kind: Kind,
  payload: JobPayloads[Kind],
) => findJobWith(tx, accountId, kind, JSON.stringify(payload));

/** A broken rule if the job has failed; none otherwise. */
export function* failedJob(what: string, job: Awaited<ReturnType<typeof jobWith>>): Generator<Finding> {
  if (job?.failure == null) return;
  const text = `The job of ${what} has failed: ${job.failure}. Run it again.`;
  yield { rule: 'job_not_failed', result: 'broken', text, about: null };
}
