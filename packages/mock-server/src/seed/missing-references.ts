import type { AccountSeed, Seed } from './schema.ts';

/** Names of people, campaigns and emails that a seed speaks of but does not hold, and times that it lacks. */
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
  const strangers = (where: string, subscribers: readonly { readonly email: string }[] = []) =>
    subscribers.flatMap(({ email }, at) =>
      addresses.has(email.toLowerCase())
        ? []
        : [`${where}[${at}].email: there is no subscriber '${email}' in this account`],
    );
  const campaignIds = new Set(campaigns.map(({ id }) => id));
  return [
    ...strangers('events', events),
    ...strangers('purchases', seed.purchases),
    ...strangers('orders', seed.orders),
    ...campaigns.flatMap((campaign, at) => [
      ...strangers(`campaigns[${at}].subscribers`, campaign.subscribers),
      ...missingEmails(`campaigns[${at}].subscribers`, campaign),
    ]),
    ...(seed.workflows ?? []).flatMap((workflow, at) =>
      strangers(`workflows[${at}].subscribers`, workflow.subscribers),
    ),
    ...(seed.broadcasts ?? []).flatMap(({ status, send_at }, at) =>
      status === 'scheduled' && send_at === undefined
        ? [`broadcasts[${at}].send_at is required, since the broadcast is scheduled`]
        : [],
    ),
    ...(seed.forms ?? []).flatMap(({ campaign_id }, at) =>
      campaign_id === undefined || campaignIds.has(campaign_id)
        ? []
        : [`forms[${at}].campaign_id: there is no campaign '${campaign_id}' in this account`],
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
        : `${where}[${at}].deliveries[${i}].email_index: there is no email ${email_index} in this campaign`,
    ),
  );
}
