import { type CompiledEmail, compileEmail, compose } from '../../email/compose.ts';
import { type Scope, TemplateError } from '../../email/liquid.ts';
import { below, nameOf } from '../../store/engine/place.ts';
import { deliveries } from '../../store/tables/deliveries.ts';
import { mailLinks } from '../../store/tables/outbox.ts';
import { awaitContent, endpointsFor } from '../email/content.ts';
import { deliveryOf, type EmailMessage, mailingOf, postMessage, renderContext } from '../email/message.ts';
import { recordUnsent } from '../email/outbox.ts';
import { type EmailContext, missingSenderField, senderOf } from '../email/sender.ts';
import { emit } from '../events/emit.ts';
import { subscriberActive } from '../records/subscriber.ts';
import { type Finding, finding, isMet, type RecordReference } from '../rules.ts';
import { recordBounce, recordComplaint } from './delivery-events.ts';

/** The fate of an email: `…+bounce@…` bounces it, `…+complaint@…` reports it as spam. */
// Unspecified: U-280
function fateOf(address: string): 'bounce' | 'complaint' | undefined {
  const tag = /\+(bounce|complaint)@[^@]*$/i.exec(address)?.[1]?.toLowerCase();
  return tag as 'bounce' | 'complaint' | undefined; // the pattern allows only these
}

/** The state of a message. A `pending` one waits for its content and is settled later. */
export type MessageState = 'sent' | 'pending' | 'not_sent';

/** Sends a message to an active subscriber, or has its content fetched first. Adds a notice if it cannot be sent. */
export async function sendMessage(emailContext: EmailContext, message: EmailMessage): Promise<MessageState> {
  if (!isMet(subscriberActive(message.subscriber))) return 'not_sent';
  const template = await orUnsent(emailContext, message, () =>
    compileEmail(emailContext.engine, message.email),
  );
  if (!template) return 'not_sent';
  if (endpointsFor(emailContext.account, template.shortcodes).length > 0) {
    await awaitContent(emailContext.context, message);
    return 'pending';
  }
  return deliver(emailContext, message, template, {});
}

export async function sendWithContent(
  emailContext: EmailContext,
  message: EmailMessage,
  my: Scope,
): Promise<MessageState> {
  if (!isMet(subscriberActive(message.subscriber))) return 'not_sent';
  const template = await orUnsent(emailContext, message, () =>
    compileEmail(emailContext.engine, message.email),
  );
  return template ? deliver(emailContext, message, template, my) : 'not_sent';
}

async function deliver(
  emailContext: EmailContext,
  message: EmailMessage,
  template: CompiledEmail,
  my: Scope,
): Promise<MessageState> {
  const { services, tx, accountId } = emailContext.context;
  const { subscriber, email } = message;
  const sender = senderOf(emailContext, mailingOf(message)?.data ?? {});
  const fault = await services.faults.next('email', { account: accountId, email: subscriber.email });
  const reason = fault?.drop === undefined ? missingSenderField(sender) : 'an injected fault drops it';
  if (reason !== undefined) return unsent(emailContext, message, reason);
  const id = services.ids.letters();
  const links = new Map<string, string>();
  const composed = await orUnsent(emailContext, message, async () =>
    compose(template, await renderContext(emailContext, message, { id, my, sender, links })),
  );
  if (!composed) return 'not_sent';
  await deliveries.insert(tx, accountId, deliveryOf(emailContext, message, { id, composed }));
  for (const [url, link] of links) await mailLinks.insertNew(tx, accountId, { id: link, url });
  await postMessage(emailContext, message, { id, sender, composed });
  const properties = { delivery_id: id, email_id: email.id, email_subject: composed.subject };
  const { context } = emailContext;
  const received = { ...context, place: below(context.place, nameOf('email', id)) };
  await emit(received, subscriber.id, 'subscriber.received_email', properties);
  const fate = fault?.bounce ? 'bounce' : fateOf(subscriber.email);
  if (fate === 'bounce') await recordBounce(context, id);
  if (fate === 'complaint') await recordComplaint(context, id);
  return 'sent';
}

/** Returns the result of `work`. On a template error, adds a notice and returns undefined. */
async function orUnsent<T>(
  emailContext: EmailContext,
  message: EmailMessage,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  const result = await orReason(work);
  if ('value' in result) return result.value;
  await unsent(emailContext, message, result.reason);
  return undefined;
}

/** Returns the result of `work` on a template, or the reason why its email is not sent if the template is not valid. */
async function orReason<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { reason: `its template is not valid (${error.message})` };
  }
}

/** Whether an active subscriber would get a message now. Sends nothing. */
export async function messageRules(emailContext: EmailContext, message: EmailMessage): Promise<Finding[]> {
  const { subscriber, email, campaign, broadcast, workflow } = message;
  const sender = senderOf(emailContext, mailingOf(message)?.data ?? {});
  const about: RecordReference = campaign
    ? { type: 'campaign', id: campaign.id }
    : broadcast
      ? { type: 'broadcast', id: broadcast.id }
      : { type: 'workflow', id: workflow?.id ?? '' };
  const missing = missingSenderField(sender);
  const hasSender = finding(about, 'sender_complete', {
    isMet: missing === undefined,
    text: `The email '${email.subject}' ${missing === undefined ? `comes from ${sender.email}` : `has no sender: ${missing}`}.`,
  });
  const template = await orReason(() => compileEmail(emailContext.engine, email));
  const isComplete =
    'value' in template && endpointsFor(emailContext.account, template.value.shortcodes).length === 0;
  const options = { id: 'preview', my: {}, sender, links: new Map<string, string>() };
  const rendered = isComplete
    ? await orReason(async () => compose(template.value, await renderContext(emailContext, message, options)))
    : template;
  const isValid = finding(about, 'template_valid', {
    isMet: 'value' in rendered,
    text:
      'value' in rendered
        ? `The email '${email.subject}' can be rendered for ${subscriber.email}.`
        : `The email '${email.subject}' cannot be rendered: ${rendered.reason}.`,
  });
  return [hasSender, isValid];
}

export async function unsent(
  { context }: EmailContext,
  message: EmailMessage,
  reason: string,
): Promise<'not_sent'> {
  const { subscriber, email, campaign, broadcast, workflow } = message;
  await recordUnsent(context, {
    emailId: email.id,
    subject: email.subject,
    reason,
    subscriberId: subscriber.id,
    mailing: {
      ...(campaign && { campaign_id: campaign.id }),
      ...(broadcast && { broadcast_id: broadcast.id }),
      ...(workflow && { workflow_id: workflow.id }),
    },
  });
  return 'not_sent';
}
