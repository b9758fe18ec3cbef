import { below, nameOf } from '../../store/engine/place.ts';
import { insertMail, type NewMail } from '../../store/tables/outbox.ts';
import { accountFeatures, type Context } from '../context/context.ts';
import { enqueue } from '../queue.ts';

/** Puts an email into the outbox, and enqueues it for forwarding if a mail server is configured. */
export async function post(context: Context, mail: NewMail): Promise<void> {
  const { tx, accountId, services, place } = context;
  tx.afterCommit(() => services.counters?.countEmail());
  const isForwarded = services.smtp !== undefined && !(await accountFeatures(context)).isOffline;
  if (!isForwarded) return insertMail(tx, accountId, mail, place);
  await insertMail(tx, accountId, { ...mail, forwarding: { state: 'waiting', attempts: 0 } }, place);
  const forwarding = { ...context, place: below(place, nameOf('email', mail.id)) };
  await enqueue(forwarding, 'email_forwarding', { mailId: mail.id });
}
