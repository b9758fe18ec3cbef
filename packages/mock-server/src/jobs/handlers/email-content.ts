import { settleRecipient } from '../../domain/broadcasts/sending.ts';
import { settlePending } from '../../domain/campaigns/send-due-emails.ts';
import { accountFeatures, type Context, openContext } from '../../domain/context/context.ts';
import {
  type ContentAnswer,
  type ContentRequest,
  contentRequests,
  endpointsFor,
  findMessage,
  recordCalls,
} from '../../domain/email/content.ts';
import type { EmailMessage } from '../../domain/email/message.ts';
import { openEmailContext } from '../../domain/email/sender.ts';
import { type MessageState, sendWithContent, unsent } from '../../domain/email-delivery/send.ts';
import { type ContentPayload, enqueue } from '../../domain/queue.ts';
import { compileEmail } from '../../email/compose.ts';
import type { JobContext, NetworkHandler } from '../handler.ts';
import { decideRetry, fetchContent } from '../network/fetch-content.ts';

interface NetworkTask {
  readonly accountId: string;
  readonly emailId: string;
  readonly requests: readonly ContentRequest[];
  readonly isOffline: boolean;
}

// Unspecified: U-330
const NO_CONTENT: ContentAnswer = {
  outcome: 'success',
  content: {},
  error: 'not requested, because the account is offline',
};

type AnsweredRequest = ContentRequest & ContentAnswer;

/** Fetches the content of an email and sends the email, or retries later if the content is not available yet. */
export const emailContent: NetworkHandler<'email_content', NetworkTask, readonly AnsweredRequest[]> = {
  perQueue: 16,

  async prepare(job, payload) {
    const context = contextOf(job, payload);
    const message = await findMessage(context, payload);
    if (!message) return undefined;
    const { account, engine } = await openEmailContext(context);
    const { shortcodes } = compileEmail(engine, message.email);
    const requests = await contentRequests(context, endpointsFor(account, shortcodes), message);
    const { isOffline } = await accountFeatures(context);
    return { accountId: context.accountId, emailId: message.email.id, requests, isOffline };
  },

  async perform({ accountId, requests, isOffline }, services, signal) {
    if (isOffline) return requests.map((request) => ({ ...request, ...NO_CONTENT }));
    return Promise.all(
      requests.map(async (request) => ({
        ...request,
        ...(await fetchContent(request.url, { services, accountId, signal })),
      })),
    );
  },

  async finish(job, payload, answers) {
    const context = contextOf(job, payload);
    const message = await findMessage(context, payload);
    if (!message) return;
    const { attempt, startedAt } = payload;
    const content = {
      subscriberId: payload.subscriberId,
      emailId: message.email.id,
      attempt,
      isPreview: false,
    };
    await recordCalls(context, answers, content);
    const decision = decideRetry(answers, { attempt, waited: context.services.clock.now() - startedAt });
    if (decision.kind === 'again') {
      const options = { delay: decision.delay, queue: context.accountId };
      await enqueue(context, 'email_content', { ...payload, attempt: attempt + 1 }, options);
      return;
    }
    const emailContext = await openEmailContext(context);
    const my = Object.fromEntries(answers.map(({ shortcode, content }) => [shortcode, content]));
    await settle(context, message, () =>
      decision.kind === 'content'
        ? sendWithContent(emailContext, message, my)
        : unsent(emailContext, message, decision.why),
    );
  },
};

const contextOf = (job: JobContext, { source }: ContentPayload) => openContext(job, source);

/** Runs `send` and updates the campaign subscription or broadcast recipient of the message. */
async function settle(
  context: Context,
  message: EmailMessage,
  send: () => Promise<MessageState>,
): Promise<void> {
  const { campaign, broadcast, subscriber } = message;
  if (campaign) return settlePending(await openEmailContext(context), campaign.id, subscriber.id, send);
  if (broadcast) return settleRecipient(context, broadcast, subscriber.id, send);
  await send();
}
