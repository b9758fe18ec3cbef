import { NotFoundError } from '@trickle/sdk';
import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';
import fastify from 'fastify';

/** The application. Tests pass a client of their own server. */
export function createApp({ client, secret, onCustomer = () => {} }) {
  const app = fastify();

  app.get('/preferences/:email', async (request, reply) => {
    try {
      const { email, tags } = await client.subscribers.get(request.params.email);
      return { email, tags };
    } catch (error) {
      if (error instanceof NotFoundError) return reply.code(404).send({ error: 'unknown address' });
      throw error;
    }
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
