import type { Transaction } from '../store/engine/store.ts';
import { findRecord } from '../store/tables/records.ts';
import { findSubscriberBy } from '../store/tables/subscribers.ts';
import type { AccountSeed, Seed } from './schema.ts';

/** The contents of an account: addresses of subscribers in lower case, and ids of campaigns. */
interface Present {
  readonly addresses: readonly string[];
  readonly campaignIds: readonly string[];
}

const NOTHING: Present = { addresses: [], campaignIds: [] };

/** Lists references to missing subscribers, campaigns and emails, and missing sending times. */
export function missingReferences({ accounts = [] }: Seed): string[] {
  return accounts.flatMap((account, i) =>
    missingReferencesIn(account, NOTHING).map((problem) => `accounts[${i}].${problem}`),
  );
}

/** The same for a seed that extends an account. It may refer to what the account has. */
export async function missingInExtension(
  tx: Transaction,
  accountId: string,
  seed: AccountSeed,
): Promise<string[]> {
  const addresses: string[] = [];
  for (const email of new Set(referencedAddresses(seed))) {
    if (await findSubscriberBy(tx, accountId, 'email', email)) addresses.push(email.toLowerCase());
  }
  const campaignIds: string[] = [];
  for (const id of new Set(seed.forms?.map(({ campaign_id }) => campaign_id))) {
    if (id !== undefined && (await findRecord(tx, accountId, 'campaigns', id))) campaignIds.push(id);
  }
  return missingReferencesIn(seed, { addresses, campaignIds });
}

const referencedAddresses = ({
  events = [],
  purchases = [],
  orders = [],
  campaigns = [],
  workflows = [],
}: AccountSeed): string[] => {
  const owned = [...campaigns, ...workflows].flatMap(({ subscribers = [] }) => subscribers);
  return [...events, ...purchases, ...orders, ...owned].map(({ email }) => email);
};

function missingReferencesIn(
  { subscribers = [], events = [], campaigns = [], ...seed }: AccountSeed,
  present: Present,
): string[] {
  const addresses = new Set([...present.addresses, ...subscribers.map(({ email }) => email.toLowerCase())]);
  const unknownSubscribers = (where: string, subscribers: readonly { readonly email: string }[] = []) =>
    subscribers.flatMap(({ email }, at) =>
      addresses.has(email.toLowerCase())
        ? []
        : [`${where}[${at}].email: subscriber not found in this account: ${email}`],
    );
  const campaignIds = new Set([...present.campaignIds, ...campaigns.map(({ id }) => id)]);
  return [
    ...unknownSubscribers('events', events),
    ...unknownSubscribers('purchases', seed.purchases),
    ...unknownSubscribers('orders', seed.orders),
    ...campaigns.flatMap((campaign, at) => [
      ...unknownSubscribers(`campaigns[${at}].subscribers`, campaign.subscribers),
      ...missingEmails(`campaigns[${at}].subscribers`, campaign),
    ]),
    ...(seed.workflows ?? []).flatMap((workflow, at) =>
      unknownSubscribers(`workflows[${at}].subscribers`, workflow.subscribers),
    ),
    ...(seed.broadcasts ?? []).flatMap(({ status, send_at }, at) =>
      status === 'scheduled' && send_at === undefined
        ? [`broadcasts[${at}].send_at is required for a scheduled broadcast`]
        : [],
    ),
    ...(seed.forms ?? []).flatMap(({ campaign_id }, at) =>
      campaign_id === undefined || campaignIds.has(campaign_id)
        ? []
        : [`forms[${at}].campaign_id: campaign not found in this account: ${campaign_id}`],
    ),
  ];
}

function missingEmails(
  where: string,
  { subscribers = [], emails = [] }: NonNullable<AccountSeed['campaigns']>[number],
): string[] {
  return subscribers.flatMap(({ deliveries = [] }, at) =>
    deliveries.flatMap(({ email_index }, i) =>
      email_index < emails.length
        ? []
        : `${where}[${at}].deliveries[${i}].email_index: email not found in this campaign: ${email_index}`,
    ),
  );
}
