// Prints the notifications of a webhook. In the checkout:
//
//   node --conditions=trickle-source examples/webhook-receiver/main.ts
//
// It prints the `post_url` to give to `client.webhooks.create`. Set WEBHOOK_SECRET to keep the same one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookHandler, toNodeHandler } from '@trickle/sdk/webhooks';

const { PORT = '3000', WEBHOOK_SECRET: secret = crypto.randomUUID() } = process.env;

const handler = createWebhookHandler({
  secret,
  on: {
    'subscriber.created': ({ data: { subscriber } }) => console.log(`Welcome, ${subscriber.email}`),
    'subscriber.applied_tag': ({ data: { subscriber, properties } }) => {
      console.log(`${subscriber.email} is now ${properties.tag}`);
    },
    '*': ({ event, occurred_at }) => console.log(`${occurred_at} ${event}`),
  },
});

const server = createServer(toNodeHandler(handler));
server.listen(Number(PORT), () => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  console.log(`post_url: http://localhost:${port}/hooks/${secret}`);
});
