import { createClient } from '@trickle/sdk';
import { createWebhookHandler } from '@trickle/sdk/webhooks';

const client = createClient();

export const POST = createWebhookHandler({
  secret: process.env.WEBHOOK_SECRET,
  on: {
    'subscriber.applied_tag': async ({ data: { subscriber, properties } }) => {
      if (properties.tag !== 'customer') return;
      await client.events.record({ email: subscriber.email, action: 'Became a customer' });
    },
  },
});
