import { enqueue } from '../../domain/queue.ts';
import { type OutboxMail, outbox } from '../../store/tables/outbox.ts';
import type { NetworkHandler } from '../handler.ts';
import { type ForwardingVerdict, forward } from '../network/smtp.ts';

const MINUTE = 60_000;
const MAX_ATTEMPTS = 12;

/** Forwards an email to another mail server, with up to 12 attempts and doubling waits from one minute. */
// Unspecified: U-109
export const emailForwarding: NetworkHandler<'email_forwarding', OutboxMail, ForwardingVerdict> = {
  perQueue: 4,

  prepare: ({ tx, accountId }, { mailId }) => outbox.find(tx, accountId, { id: mailId }),

  perform: (mail, services, signal) => forward(services.smtp ?? '', mail, signal),

  async finish(context, { mailId }, verdict) {
    const { tx, accountId } = context;
    const mail = await outbox.find(tx, accountId, { id: mailId });
    if (!mail) return;
    const attempts = (mail.forwarding?.attempts ?? 0) + 1;
    const isRetry = verdict.state === 'waiting' && attempts < MAX_ATTEMPTS;
    const state = verdict.state === 'waiting' && !isRetry ? 'given_up' : verdict.state;
    await outbox.update(
      tx,
      accountId,
      { id: mailId },
      { ...mail, forwarding: { ...verdict, state, attempts } },
    );
    if (isRetry)
      await enqueue(context, 'email_forwarding', { mailId }, { delay: MINUTE * 2 ** (attempts - 1) });
  },
};
