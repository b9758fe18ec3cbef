import type { TestServer } from './harness.ts';
import { EMAIL, mailingAccount, one } from './mailing-account.ts';

export const path = 'campaigns/1/subscribers';
const campaignProperties = { campaign_id: '1', campaign_name: 'Tides' };
export const subscribed = ['subscriber.subscribed_to_campaign', campaignProperties];

/** Ann is not on campaign 1; the addresses of the others show their status. */
export const seed = (campaign: object = {}) => {
  const statuses = ['active', 'unconfirmed', 'unsubscribed', 'removed'] as const;
  const subscribers = statuses.map((status) => ({ email: `${status}@acme.test`, status }));
  return mailingAccount({
    subscribers: [{ email: 'ann@acme.test' }, ...subscribers.map(({ email }) => ({ email }))],
    campaigns: [
      {
        id: '1',
        name: 'Tides',
        status: 'active',
        start_immediately: false,
        emails: [EMAIL],
        subscribers: subscribers,
        ...campaign,
      },
    ],
  });
};

export const subscribe = (server: TestServer, record: object) => server.post(path, { subscribers: [record] });

/** The only subscription of a subscriber. */
export const subscription = (server: TestServer, email: string) =>
  one(server, `subscribers/${email}/campaign_subscriptions`);
