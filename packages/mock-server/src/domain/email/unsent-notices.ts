import { createHash } from 'node:crypto';
import { hasNotice, insertNotice } from '../../store/notices.ts';
import { isoTime } from '../../values/iso-time.ts';
import type { Context } from '../../world/context.ts';

/** An email that was not sent, and why. */
export interface UnsentEmail {
  readonly emailId: string;
  readonly subject: string;
  readonly why: string;
  /** The first person who did not get it. */
  readonly subscriberId: string;
  readonly mailing: Readonly<Record<string, string>>;
}

/** Tells the people of the account that an email is not sent: once for each reason, however many wait for it. */
// Unspecified: U-102
export async function recordUnsent(
  context: Context,
  { emailId, subject, why, ...rest }: UnsentEmail,
): Promise<void> {
  const { world, tx, accountId } = context;
  const id = createHash('sha256')
    .update(JSON.stringify([emailId, why]))
    .digest('hex')
    .slice(0, 32);
  if (await hasNotice(tx, accountId, id)) return;
  await insertNotice(tx, accountId, {
    id,
    kind: 'email_not_sent',
    message: `The email '${subject}' is not sent: ${why}.`,
    details: { email_id: emailId, subscriber_id: rest.subscriberId, ...rest.mailing },
    createdAt: isoTime(world.clock.now()),
  });
}
