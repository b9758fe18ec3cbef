import { addressesIn, isAddress, type MailAddress } from '../../email/address.ts';
import { type HtmlTools, htmlTools } from '../../email/html-tools.ts';
import { type TemplateEngine, templateEngine } from '../../email/liquid.ts';
import { type AccountData, findAccount, findOwnerZone } from '../../store/accounts.ts';
import type { Context } from '../../world/context.ts';

/** What all emails of one account share, within one transaction. */
export interface EmailContext {
  readonly context: Context;
  readonly account: AccountData;
  /** The zone that applies where no person's does: that of the account's owner. */
  readonly zone: string;
  readonly engine: TemplateEngine;
  readonly html: HtmlTools;
}

/** Who an email is from, as the mailing says or else the account. */
export interface Sender extends MailAddress {
  readonly postalAddress: string;
  readonly bcc: readonly string[];
}

/** What a mailing may say in place of the account. */
interface SenderChoice {
  readonly from_name?: string | undefined;
  readonly from_email?: string | undefined;
  readonly postal_address?: string | undefined;
  readonly bcc?: string | null | undefined;
}

export async function openEmailContext(context: Context): Promise<EmailContext> {
  const { tx, accountId } = context;
  const account = await findAccount(tx, accountId);
  if (!account) throw new Error(`There is no account '${accountId}' to send emails for.`);
  return {
    context,
    account: account.data,
    zone: await findOwnerZone(tx, accountId),
    engine: await templateEngine(),
    html: await htmlTools(),
  };
}

export function senderOf({ account }: Pick<EmailContext, 'account'>, choice: SenderChoice): Sender {
  return {
    name: choice.from_name ?? account.default_from_name ?? '',
    email: choice.from_email ?? account.default_from_email ?? '',
    postalAddress: choice.postal_address ?? account.default_postal_address ?? '',
    bcc: addressesIn(choice.bcc ?? ''),
  };
}

/** Why nothing can be sent from a sender's address, if so. */
export function lackOfAddress({ email }: MailAddress): string | undefined {
  if (email === '') return 'there is no from_email';
  return isAddress(email) ? undefined : 'the from_email is no email address';
}

/** Why a sender cannot send, if so: emails to subscribers need an address to come from, and a postal one. */
// Unspecified: U-101
export function missingSenderField(sender: Sender): string | undefined {
  return (
    lackOfAddress(sender) ?? (sender.postalAddress.trim() === '' ? 'there is no postal address' : undefined)
  );
}
