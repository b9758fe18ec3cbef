import { addressesIn, isAddress, type MailAddress } from '../../email/address.ts';
import { type HtmlTools, htmlTools } from '../../email/html-tools.ts';
import { type TemplateEngine, templateEngine } from '../../email/liquid.ts';
import { type AccountData, findAccount, findOwnerZone } from '../../store/tables/accounts.ts';
import type { Context } from '../context/context.ts';

/** The context that all emails of an account share within a transaction. */
export interface EmailContext {
  readonly context: Context;
  readonly account: AccountData;
  /** The account owner's time zone, for mailings that are not localized. */
  readonly zone: string;
  readonly engine: TemplateEngine;
  readonly html: HtmlTools;
}

/** The sender of an email, with the mailing's settings or otherwise the account's defaults. */
export interface Sender extends MailAddress {
  readonly postalAddress: string;
  readonly bcc: readonly string[];
}

interface SenderSettings {
  readonly from_name?: string | undefined;
  readonly from_email?: string | undefined;
  readonly postal_address?: string | undefined;
  readonly bcc?: string | null | undefined;
}

export async function openEmailContext(context: Context): Promise<EmailContext> {
  const { tx, accountId } = context;
  const account = await findAccount(tx, accountId);
  if (!account) throw new Error(`Account not found: ${accountId}`);
  return {
    context,
    account: account.data,
    zone: await findOwnerZone(tx, accountId),
    engine: await templateEngine(),
    html: await htmlTools(),
  };
}

export function senderOf({ account }: Pick<EmailContext, 'account'>, settings: SenderSettings): Sender {
  return {
    name: settings.from_name ?? account.default_from_name ?? '',
    email: settings.from_email ?? account.default_from_email ?? '',
    postalAddress: settings.postal_address ?? account.default_postal_address ?? '',
    bcc: addressesIn(settings.bcc ?? ''),
  };
}

export function senderAddressError({ email }: MailAddress): string | undefined {
  if (email === '') return 'from_email is missing';
  return isAddress(email) ? undefined : 'from_email is not a valid email address';
}

/** The reason a sender cannot email subscribers, if any: both a from-address and a postal address are required. */
// Unspecified: U-101
export function missingSenderField(sender: Sender): string | undefined {
  return (
    senderAddressError(sender) ??
    (sender.postalAddress.trim() === '' ? 'the postal address is missing' : undefined)
  );
}
