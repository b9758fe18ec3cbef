import { createHash } from 'node:crypto';
import { isoTime } from '../../shared/values/time.ts';
import { insertNotice, notices } from '../../store/tables/notices.ts';
import type { Context } from '../context/context.ts';

/** An email that was not sent, and the reason. */
export interface UnsentEmail {
  readonly emailId: string;
  readonly subject: string;
  readonly reason: string;
  /** The first subscriber that did not get it. */
  readonly subscriberId: string;
  readonly mailing: Readonly<Record<string, string>>;
}

/** Adds a notice that an email is not sent, once per email and reason. */
// Unspecified: U-102
export async function recordUnsent(
  context: Context,
  { emailId, subject, reason, ...rest }: UnsentEmail,
): Promise<void> {
  const { services, tx, accountId } = context;
  const id = createHash('sha256')
    .update(JSON.stringify([emailId, reason]))
    .digest('hex')
    .slice(0, 32);
  if ((await notices.count(tx, accountId, { id })) > 0) return;
  await insertNotice(tx, accountId, {
    id,
    kind: 'email_not_sent',
    message: `The email '${subject}' was not sent: ${reason}.`,
    details: { email_id: emailId, subscriber_id: rest.subscriberId, ...rest.mailing },
    createdAt: isoTime(services.clock.now()),
  });
}
