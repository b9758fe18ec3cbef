import type { OutsideHandler } from '../jobs/handler.ts';
import { enqueue } from '../jobs/queue.ts';
import { type ForwardingVerdict, forward } from '../outbound/smtp.ts';
import { findMail, type OutboxMail, updateForwarding } from '../store/outbox.ts';

const MINUTE = 60_000;
const MAX_ATTEMPTS = 12;

/** Sends an email on to another mail server; tries for some hours where that one cannot take it now. */
// Unspecified: U-109
export const emailForwarding: OutsideHandler<'email_forwarding', OutboxMail, ForwardingVerdict> = {
  perQueue: 4,

  prepare: ({ tx, accountId }, { mailId }) => findMail(tx, accountId, mailId),

  perform: (mail, world, signal) => forward(world.smtp ?? '', mail, signal),

  async finish(context, { mailId }, verdict) {
    const { tx, accountId } = context;
    const mail = await findMail(tx, accountId, mailId);
    if (!mail) return;
    const attempts = (mail.forwarding?.attempts ?? 0) + 1;
    const isAgain = verdict.state === 'waiting' && attempts < MAX_ATTEMPTS;
    const state = verdict.state === 'waiting' && !isAgain ? 'given_up' : verdict.state;
    await updateForwarding(tx, accountId, { ...mail, forwarding: { ...verdict, state, attempts } });
    if (isAgain)
      await enqueue(context, 'email_forwarding', { mailId }, { delay: MINUTE * 2 ** (attempts - 1) });
  },
};
