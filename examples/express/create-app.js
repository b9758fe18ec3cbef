import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import express from 'express';

/** The application. Tests pass a client of their own server. */
export function createApp({ client, secret, onCustomer = () => {} }) {
  const app = express();

  app.post('/sign-up', express.urlencoded(), async (request, response) => {
    const { email } = request.body;
    await client.subscribers.upsert({ email, tags: ['visitor'] });
    await client.events.record({ email, action: 'Signed up' });
    response.status(201).json({ email });
  });

  const handler = createWebhookHandler({
    secret,
    on: {
      'subscriber.applied_tag': ({ data: { subscriber, properties } }) => {
        if (properties.tag === 'customer') onCustomer(subscriber.email);
      },
    },
  });
  app.post('/hooks/:secret', toNodeHandler(handler));

  return app;
}
