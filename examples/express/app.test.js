import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { createApp } from './create-app.js';

const secret = 'a-secret-of-the-test';
const customers = [];
let trickle, client, app, url;

before(async () => {
  trickle = await createServer();
  client = createClient(trickle.connection);
  const onCustomer = (email) => customers.push(email);
  app = createApp({ client, secret, onCustomer }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  url = `http://127.0.0.1:${app.address().port}`;
});
after(async () => {
  await trickle.close();
  app.closeAllConnections();
  app.close();
});

test('a visitor who signs up becomes a subscriber', async () => {
  const body = new URLSearchParams({ email: 'ann@example.com' });
  const response = await fetch(`${url}/sign-up`, { method: 'POST', body });
  assert.equal(response.status, 201);
  assert.deepEqual((await client.subscribers.get('ann@example.com')).tags, ['visitor']);
  await trickle.expectRequest({ operation: 'events.record', body: { action: 'Signed up' } });
});

test('a webhook reports a customer', async () => {
  await client.webhooks.create({ post_url: `${url}/hooks/${secret}`, events: ['subscriber.applied_tag'] });
  await client.tags.apply({ email: 'ann@example.com', tag: 'customer' });
  await trickle.settle(); // wait until the webhook is delivered
  assert.deepEqual(customers, ['ann@example.com']);
});
