import type { Seed } from '@trickle/mock-server';

/** Completes the demo seed with values that are only known at the start: the content endpoint and the webhooks. */
export function withReceivers({ accounts: [account, ...others] = [], ...seed }: Seed, url: string): Seed {
  return {
    ...seed,
    accounts: [
      {
        ...account,
        dynamic_content: {
          endpoints: [
            { shortcode: 'tip', base_url: `${url}/tips`, subscriber: ['first_name', 'favorite_roast'] },
          ],
        },
        webhooks: [
          {
            id: '701',
            post_url: `${url}/orders?secret=demo`,
            events: ['subscriber.updated_lifetime_value', 'subscriber.became_lead'],
          },
          {
            id: '702',
            post_url: `${url}/crm`,
            events: ['subscriber.clicked_email', 'subscriber.unsubscribed_all', 'subscriber.bounced'],
          },
        ],
      },
      ...others,
    ],
  };
}
