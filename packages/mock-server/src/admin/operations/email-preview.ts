import { field as f } from '@trickle/sdk/contract';
import { adminPlace, type Context, openContext } from '../../domain/context/context.ts';
import type { Services } from '../../domain/context/services.ts';
import {
  type ContentAnswer,
  type ContentRequest,
  contentRequests,
  endpointsFor,
  recordCalls,
} from '../../domain/email/content.ts';
import { type EmailMessage, renderContext } from '../../domain/email/message.ts';
import { post } from '../../domain/email/outbox.ts';
import { openEmailContext, senderOf } from '../../domain/email/sender.ts';
import { invalidAttribute, NotFoundError } from '../../domain/errors.ts';
import { requireRecord } from '../../domain/records/record.ts';
import { findSubscriber } from '../../domain/records/subscriber.ts';
import type { MailAddress } from '../../email/address.ts';
import { type Composed, compileEmail, compose } from '../../email/compose.ts';
import { mailbox } from '../../email/headers.ts';
import { TemplateError } from '../../email/liquid.ts';
import { fetchContent } from '../../jobs/network/fetch-content.ts';
import { causeOf } from '../../store/engine/place.ts';
import type { Transaction } from '../../store/engine/store.ts';
import type { OutboxMail } from '../../store/tables/outbox.ts';
import type { Input } from '../operation.ts';

/** The members that choose an email and its reader. */
export const preview = () => ({
  /** The id or email address of a subscriber. */
  subscriber: f.name(),
  campaignId: f.optional(f.name()),
  /** Zero-based index of the email in the campaign. Default 0. */
  emailIndex: f.optional(f.integerFrom(0)),
  broadcastId: f.optional(f.name()),
  /** With a body, the email to render in place of that of the campaign or broadcast. */
  subject: f.optional(f.text()),
  htmlBody: f.optional(f.text()),
  textBody: f.optional(f.text()),
  /** `none` calls no content endpoint, and leaves dynamic content out. Default `fetch`. */
  content: f.optional(f.oneOf('fetch', 'none')),
});

/** The email to preview, and the subscriber to render it for. */
export interface PreviewChoice extends Input<ReturnType<typeof preview>> {}

/** An email as the subscriber would get it, except that its links are not tracked. */
export interface Preview extends Composed {
  readonly from: string;
  readonly to: string;
  /** The shortcodes of the dynamic content that the email contains. */
  readonly shortcodes: readonly string[];
}

/** Renders an email with mocked content (`preview=true`), or without content, and does not send it. */
// Unspecified: U-110
// Unspecified: U-219
export async function previewEmail(
  services: Services,
  accountId: string,
  choice: PreviewChoice,
): Promise<Preview> {
  const { sender: _, ...preview } = await previewWithSender(services, accountId, choice);
  return preview;
}

async function previewWithSender(
  services: Services,
  accountId: string,
  choice: PreviewChoice,
): Promise<Preview & { readonly sender: MailAddress }> {
  const contextIn = (tx: Transaction) =>
    openContext({ services, tx, accountId, place: adminPlace() }, 'admin');
  const { message, requests, shortcodes } = await services.store.read(async (tx) => {
    const context = contextIn(tx);
    const found = await messageFor(context, choice);
    const { account, engine } = await openEmailContext(context);
    const { shortcodes } = orDomainError(() => compileEmail(engine, found.email));
    const endpoints = endpointsFor(account, shortcodes);
    const called = choice.content === 'none' ? [] : endpoints;
    return {
      message: found,
      requests: await contentRequests(context, called, found, true),
      shortcodes: endpoints.map((endpoint) => endpoint.shortcode),
    };
  }, accountId);
  const answers: (ContentRequest & ContentAnswer)[] = await Promise.all(
    requests.map(async (request) => ({
      ...request,
      ...(await fetchContent(request.url, { services, accountId })),
    })),
  );
  return services.store.write(async (tx) => {
    const context = contextIn(tx);
    const call = {
      subscriberId: message.subscriber.id,
      emailId: message.email.id,
      attempt: 1,
      isPreview: true,
    };
    await recordCalls(context, answers, call);
    const my = Object.fromEntries(answers.map(({ shortcode, content }) => [shortcode, content]));
    return { ...(await render(context, message, my)), shortcodes };
  }, accountId);
}

async function render(
  context: Context,
  message: EmailMessage,
  my: Readonly<Record<string, unknown>>,
): Promise<Omit<Preview, 'shortcodes'> & { readonly sender: MailAddress }> {
  const emailContext = await openEmailContext(context);
  const sender = senderOf(emailContext, (message.campaign ?? message.broadcast)?.data ?? {});
  const options = { id: 'preview', my, sender, links: new Map<string, string>() };
  const { urls, ...rendering } = await renderContext(emailContext, message, options);
  // Links in previews are not tracked.
  const untracked = { ...urls, click: (target: string) => target };
  const composed = orDomainError(() =>
    compose(compileEmail(emailContext.engine, message.email), { ...rendering, urls: untracked }),
  );
  const { name, email } = sender;
  return { ...composed, from: mailbox(sender), sender: { name, email }, to: message.subscriber.email };
}

/** Sends a preview to an address, such as that of the email's author. */
// Unspecified: U-110
export async function sendTestEmail(
  services: Services,
  accountId: string,
  { to, ...choice }: PreviewChoice & { readonly to: string },
  line: string | undefined,
): Promise<OutboxMail> {
  const { subject, html, text, sender: from } = await previewWithSender(services, accountId, choice);
  const place = adminPlace(line);
  const email = { purpose: 'test', subscriberId: null, from, to, subject, html, text } as const;
  const mail = await services.store.write(
    (tx) => post(openContext({ services, tx, accountId, place }, 'admin'), email),
    accountId,
  );
  return { ...mail, cause: causeOf(place.parent) };
}

async function messageFor(context: Context, choice: PreviewChoice): Promise<EmailMessage> {
  const subscriber = await findSubscriber(context, choice.subscriber);
  const { subject, htmlBody, textBody } = choice;
  const isDraft = (htmlBody ?? textBody) !== undefined;
  const draft = { id: 'draft', subject: subject ?? '', html_body: htmlBody ?? '', text_body: textBody ?? '' };
  const stored = await mailingFor(context, choice, isDraft);
  return { subscriber, email: draft, ...stored, ...(isDraft && { email: draft }) };
}

/** The mailing of a choice, and its email. A draft may belong to none, or be a new email of one. */
async function mailingFor(
  context: Context,
  { campaignId, emailIndex = 0, broadcastId }: PreviewChoice,
  isDraft: boolean,
): Promise<Partial<EmailMessage>> {
  if (campaignId === undefined) {
    if (broadcastId === undefined && isDraft) return {};
    const broadcast = await requireRecord(context, 'broadcasts', broadcastId ?? '');
    return { broadcast, email: { ...broadcast.data, id: broadcast.id } };
  }
  const campaign = await requireRecord(context, 'campaigns', campaignId);
  const email = campaign.data.emails[emailIndex];
  if (isDraft) return { campaign };
  if (!email) throw new NotFoundError('email', String(emailIndex));
  return { campaign, email };
}

function orDomainError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw invalidAttribute('format_error', 'html_body', `is not a valid template: ${error.message}`);
  }
}
