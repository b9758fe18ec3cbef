import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { createApp } from './create-app.js';

const secret = 'a-secret-of-the-test';
const customers = [];
let trickle, client, app;

before(async () => {
  trickle = await createServer();
  client = createClient(trickle.connection);
  app = createApp({ client, secret, onCustomer: (email) => customers.push(email) });
  await client.subscribers.upsert({ email: 'ann@example.com', tags: ['vip'] });
});
after(async () => {
  await trickle.close();
  await app.close();
});

test('a subscriber sees the tags', async () => {
  const response = await app.inject('/preferences/ann@example.com');
  assert.deepEqual(response.json(), { email: 'ann@example.com', tags: ['vip'] });
});

test('an unknown address is answered with 404', async () => {
  const response = await app.inject('/preferences/bob@example.com');
  assert.equal(response.statusCode, 404);
});

test('a webhook reports a customer', async () => {
  const url = await app.listen();
  await client.webhooks.create({ post_url: `${url}/hooks/${secret}`, events: ['subscriber.applied_tag'] });
  await client.tags.apply({ email: 'ann@example.com', tag: 'customer' });
  await trickle.settle(); // wait until the webhook is delivered
  assert.deepEqual(customers, ['ann@example.com']);
});
