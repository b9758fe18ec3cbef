import type { ContentRequest } from '../content/content-request.ts';
import { weigh } from '../content/content-retry.ts';
import { type ContentAnswer, fetchContent } from '../content/fetch-content.ts';
import { settleRecipient } from '../domain/broadcast-sending.ts';
import type { Context } from '../domain/context.ts';
import { contentRequests, endpointsFor, letterOf, recordCalls } from '../domain/mail-content.ts';
import type { Letter } from '../domain/mail-letter.ts';
import { openOffice } from '../domain/mail-office.ts';
import { type LetterState, sendWithContent, unsent } from '../domain/mail-sending.ts';
import { settlePending } from '../domain/mail-series.ts';
import { compileEmail } from '../mail/compose.ts';
import type { JobContext, OutsideHandler } from './handlers.ts';
import type { ContentPayload } from './kinds.ts';
import { enqueue } from './queue.ts';

interface Order {
  readonly accountId: string;
  readonly emailId: string;
  readonly requests: readonly ContentRequest[];
}

type Answered = ContentRequest & ContentAnswer;

/** Gets the content of one email, and sends it; asks again later where there is none yet. */
export const emailContent: OutsideHandler<'email_content', Order, readonly Answered[]> = {
  perQueue: 16,

  async prepare(job, payload) {
    const context = contextOf(job, payload);
    const letter = await letterOf(context, payload);
    if (!letter) return undefined;
    const { account, engine } = await openOffice(context);
    const { shortcodes } = compileEmail(engine, letter.email);
    const requests = await contentRequests(context, endpointsFor(account, shortcodes), letter);
    return { accountId: context.accountId, emailId: letter.email.id, requests };
  },

  perform({ accountId, requests }, world, signal) {
    return Promise.all(
      requests.map(async (request) => ({
        ...request,
        ...(await fetchContent(request.url, { world, accountId, signal })),
      })),
    );
  },

  async finish(job, payload, answers) {
    const context = contextOf(job, payload);
    const letter = await letterOf(context, payload);
    if (!letter) return;
    const { attempt, startedAt } = payload;
    const told = { subscriberId: payload.subscriberId, emailId: letter.email.id, attempt, isPreview: false };
    await recordCalls(context, answers, told);
    const verdict = weigh(answers, { attempt, waited: context.world.clock.now() - startedAt });
    if (verdict.kind === 'again') {
      const terms = { delay: verdict.delay, queue: context.accountId };
      await enqueue(context, 'email_content', { ...payload, attempt: attempt + 1 }, terms);
      return;
    }
    const office = await openOffice(context);
    const my = Object.fromEntries(answers.map(({ shortcode, content }) => [shortcode, content]));
    await settle(context, letter, () =>
      verdict.kind === 'content' ? sendWithContent(office, letter, my) : unsent(office, letter, verdict.why),
    );
  },
};

const contextOf = (job: JobContext, { source }: ContentPayload): Context => ({ ...job, source });

/** Sends, or not, in the way of the mailing that the letter is of. */
async function settle(context: Context, letter: Letter, send: () => Promise<LetterState>): Promise<void> {
  const { campaign, broadcast, subscriber } = letter;
  if (campaign) return settlePending(await openOffice(context), campaign.id, subscriber.id, send);
  if (broadcast) return settleRecipient(context, broadcast, subscriber.id, send);
  await send();
}
