import type { AccountSeed, Seed } from './schema.ts';

/** Lists references to missing subscribers, campaigns and emails, and missing sending times. */
export function missingReferences({ accounts = [] }: Seed): string[] {
  return accounts.flatMap((account, i) =>
    missingReferencesIn(account).map((problem) => `accounts[${i}].${problem}`),
  );
}

function missingReferencesIn({
  subscribers = [],
  events = [],
  campaigns = [],
  ...seed
}: AccountSeed): string[] {
  const addresses = new Set(subscribers.map(({ email }) => email.toLowerCase()));
  const unknownSubscribers = (where: string, subscribers: readonly { readonly email: string }[] = []) =>
    subscribers.flatMap(({ email }, at) =>
      addresses.has(email.toLowerCase())
        ? []
        : [`${where}[${at}].email: subscriber not found in this account: ${email}`],
    );
  const campaignIds = new Set(campaigns.map(({ id }) => id));
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
