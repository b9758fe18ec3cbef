import { type CompiledEmail, compileEmail, compose } from '../mail/compose.ts';
import { type Scope, TemplateError } from '../mail/liquid.ts';
import { insertDelivery } from '../store/deliveries.ts';
import { keepLink } from '../store/mail-links.ts';
import type { Context } from './context.ts';
import { emit } from './emit.ts';
import { awaitContent, endpointsFor } from './mail-content.ts';
import { recordBounce } from './mail-happenings.ts';
import { deliveryOf, type Letter, mailingOf, mailOf, surroundingsOf } from './mail-letter.ts';
import { noteUnsent } from './mail-notices.ts';
import { lackOf, type Office, openOffice, senderOf } from './mail-office.ts';
import { post } from './mail-outbox.ts';

/** What became of a letter. One that is `pending` waits for its content, and is heard of later. */
export type LetterState = 'sent' | 'pending' | 'not_sent';

/** Sends someone an email, now or when its content is there; people who are not active get none. */
export async function sendEmail(context: Context, letter: Letter): Promise<void> {
  await sendLetter(await openOffice(context), letter);
}

/** Sends a letter, or asks for its content first. An email that cannot be sent is told of by a notice. */
export async function sendLetter(office: Office, letter: Letter): Promise<LetterState> {
  if (letter.subscriber.status !== 'active') return 'not_sent';
  const template = await orUnsent(office, letter, () => compileEmail(office.engine, letter.email));
  if (!template) return 'not_sent';
  if (endpointsFor(office.account, template.shortcodes).length > 0) {
    await awaitContent(office.context, letter);
    return 'pending';
  }
  return deliver(office, letter, template, {});
}

/** Sends a letter whose content has come. */
export async function sendWithContent(office: Office, letter: Letter, my: Scope): Promise<LetterState> {
  if (letter.subscriber.status !== 'active') return 'not_sent';
  const template = await orUnsent(office, letter, () => compileEmail(office.engine, letter.email));
  return template ? deliver(office, letter, template, my) : 'not_sent';
}

async function deliver(
  office: Office,
  letter: Letter,
  template: CompiledEmail,
  my: Scope,
): Promise<LetterState> {
  const { world, tx, accountId } = office.context;
  const { subscriber, email } = letter;
  const sender = senderOf(office, mailingOf(letter)?.data ?? {});
  const fault = world.faults.next('email', { account: accountId, email: subscriber.email });
  const lack = fault?.drop === undefined ? lackOf(sender) : 'a fault is in the way';
  if (lack !== undefined) return unsent(office, letter, lack);
  const id = world.ids.letters();
  const links = new Map<string, string>();
  const composed = await orUnsent(office, letter, async () =>
    compose(template, await surroundingsOf(office, letter, { id, my, sender, links })),
  );
  if (!composed) return 'not_sent';
  await insertDelivery(tx, accountId, deliveryOf(office, letter, { id, composed }));
  for (const [url, link] of links) await keepLink(tx, accountId, { id: link, url });
  await post(office.context, mailOf(office, letter, { id, sender, composed }));
  const told = { delivery_id: id, email_id: email.id, email_subject: composed.subject };
  await emit(office.context, subscriber.id, 'subscriber.received_email', told);
  if (fault?.bounce) await recordBounce(office.context, id);
  return 'sent';
}

/** What `work` gives; undefined, with a notice, when the template is wrong. */
async function orUnsent<T>(
  office: Office,
  letter: Letter,
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    await unsent(office, letter, `its template is wrong (${error.message})`);
    return undefined;
  }
}

/** Tells that a letter is not sent. */
export async function unsent({ context }: Office, letter: Letter, why: string): Promise<'not_sent'> {
  const { subscriber, email, campaign, broadcast, workflow } = letter;
  await noteUnsent(context, {
    emailId: email.id,
    subject: email.subject,
    why,
    subscriberId: subscriber.id,
    mailing: {
      ...(campaign && { campaign_id: campaign.id }),
      ...(broadcast && { broadcast_id: broadcast.id }),
      ...(workflow && { workflow_id: workflow.id }),
    },
  });
  return 'not_sent';
}
