import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { toNodeHandler } from '@trickle/sdk/webhooks';

const secret = 'a-secret-of-the-test';
let trickle, client, signUp, hooks, http;

before(async () => {
  trickle = await createServer();
  const { accountId, apiKey } = trickle.connection;
  client = createClient(trickle.connection);
  Object.assign(process.env, {
    TRICKLE_BASE_URL: await trickle.listen(),
    TRICKLE_ACCOUNT_ID: accountId,
    TRICKLE_API_KEY: apiKey,
    WEBHOOK_SECRET: secret,
  });
  // The routes read the environment when they are loaded, as they do in Next.js.
  signUp = await import('./app/api/sign-up/route.js');
  hooks = await import('./app/hooks/[secret]/route.js');
  http = createHttpServer(toNodeHandler(hooks.POST));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await trickle.close();
  http.closeAllConnections();
  http.close();
});

const post = (body) =>
  signUp.POST(new Request('http://localhost/api/sign-up', { method: 'POST', body: JSON.stringify(body) }));

test('a visitor who signs up becomes a subscriber', async () => {
  assert.equal((await post({ email: 'ann@example.com' })).status, 201);
  assert.deepEqual((await client.subscribers.get('ann@example.com')).tags, ['visitor']);
});

test('an invalid address is answered with its issues', async () => {
  const response = await post({ email: 5 });
  assert.equal(response.status, 422);
  assert.equal((await response.json()).issues[0].attribute, 'email');
});

test('a customer gets an event', async () => {
  const post_url = `http://127.0.0.1:${http.address().port}/hooks/${secret}`;
  await client.webhooks.create({ post_url, events: ['subscriber.applied_tag'] });
  await client.tags.apply({ email: 'ann@example.com', tag: 'customer' });
  await trickle.settle(); // wait until the webhook is delivered
  await trickle.expectRequest({ operation: 'events.record', body: { action: 'Became a customer' } });
});
