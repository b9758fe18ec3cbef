import older, { type Answer } from 'drip-nodejs';
import { setupServer } from 'msw/node';
import { describe, expect, it } from 'vitest';
import { createServer, type Server } from '../src/index.ts';
import { mockHandlers } from '../src/integrations/msw/index.ts';
import { boatShop, TOKENS } from './boat-shop.ts';

/*
 * A third-party client from npm. It sends all requests to the service's own URL, where msw forwards them to the
 * server.
 */

const EMAIL = 'new+1@acme.test';
const order = { email: EMAIL, provider: 'my_shop', upstream_id: 'o1', amount: 4900 };
const subscriber = { provider: 'my_shop', email: EMAIL };
const cart = { action: 'created', cart_id: 'c', cart_url: 'https://acme.test' };
const product = {
  ...{ provider: 'my_shop', action: 'created', product_id: 'p', product_variant_id: 'p' },
  ...{ name: 'Oar', price: 9 },
};
const trigger = { provider: 'leadpages', trigger_type: 'submitted_landing_page' };
const hook = { post_url: 'https://acme.test/hook', events: ['subscriber.created'] };

/** Every method of the client in order, with its arguments and the status of the response. */
const calls: readonly (readonly [string, number, ...unknown[]])[] = [
  ['fetchUser', 200],
  ['listAccounts', 200],
  ['fetchAccount', 200, 9999999],
  ['createUpdateSubscriber', 200, { email: EMAIL, tags: ['New customer'], custom_fields: { size: 'M' } }],
  ['fetchSubscriber', 200, EMAIL],
  ['listSubscribers', 200, { status: 'all', page: 1, per_page: 1000 }],
  ['tagSubscriber', 201, { email: EMAIL, tag: 'VIP & more' }],
  ['listAllTags', 200],
  ['removeSubscriberTag', 204, EMAIL, 'VIP & more'],
  ['listAllCustomFields', 200],
  ['recordEvent', 204, { email: EMAIL, action: 'Signed up', properties: { value: 100 } }],
  ['recordBatchEvents', 201, [{ email: EMAIL, action: 'Rowed' }]],
  ['listEventActions', 200, { page: 1, per_page: 10 }],
  ['listBroadcasts', 200, { status: 'all' }],
  ['fetchBroadcast', 200, 71],
  ['listCampaigns', 200, { status: 'all' }],
  ['fetchCampaign', 200, 111],
  ['pauseCampaign', 204, 111],
  ['activateCampaign', 204, 111],
  ['subscribeToCampaign', 201, 111, { email: EMAIL, double_optin: false }],
  ['listAllSubscribesToCampaign', 200, 111, { status: 'active' }],
  ['unsubscribeFromCampaign', 200, EMAIL, 111],
  ['subscriberCampaignSubscriptions', 200, 'k7qz3m'],
  ['listConversions', 200, { status: 'all' }],
  ['fetchConversion', 200, 61],
  ['listForms', 200],
  ['fetchForm', 200, 31],
  ['listAllWorkflows', 200, { status: 'all' }],
  ['fetchWorkflow', 200, 222],
  ['pauseWorkflow', 204, 222],
  ['activateWorkflow', 204, 222],
  ['startOnWorkflow', 201, 222, { email: EMAIL }],
  ['removeFromWorkflow', 204, 222, EMAIL],
  ['listTriggers', 200, 222],
  ['createTrigger', 200, 222, trigger],
  ['updateTrigger', 200, 222, 9, trigger],
  ['createUpdateOrder', 202, order],
  ['createUpdateBatchOrders', 202, [{ ...order, upstream_id: 'o2' }]],
  ['createUpdateRefund', 202, { provider: 'my_shop', order_upstream_id: 'o1', amount: 100 }],
  ['createUpdateCartActivity', 202, { ...subscriber, ...cart }],
  ['createUpdateOrderActivity', 202, { ...subscriber, action: 'placed', order_id: 'o9', grand_total: 12.5 }],
  ['createUpdateProductActivity', 202, product],
  ['createWebhook', 201, hook],
  ['listWebhooks', 200],
  ['fetchWebhook', 200, 77],
  ['destroyWebhook', 204, 77],
  ['unsubscribeBatchSubscribers', 204, [{ email: EMAIL }]],
  ['unsubscribeFromAllMailings', 200, EMAIL],
  ['deleteSubscriber', 204, EMAIL],
];

/** Runs a test with the server in place of the service. */
async function withServer(test: (server: Server) => Promise<void>): Promise<void> {
  await using server = await createServer({ seed: boatShop(), limits: false });
  const worker = setupServer(...mockHandlers(server, { baseUrl: 'https://api.getdrip.com' }));
  worker.listen({ onUnhandledFrame: 'error' });
  try {
    await test(server);
  } finally {
    worker.close();
  }
}

/** Calls a method of the client. */
async function call(
  method: string,
  values: readonly unknown[] = [],
  token: string = TOKENS.owner,
): Promise<Answer> {
  const client = older({ token, accountId: 9999999 });
  const answer = await client[method]?.(...values);
  if (!answer) throw new Error(`the client has no ${method}`);
  return answer;
}

describe('the older client of Node.js', () => {
  it('each method of the older Node.js client gets a response', () =>
    withServer(async (server) => {
      for (const [method, status, ...values] of calls) {
        expect([method, (await call(method, values)).status]).toEqual([method, status]);
        await server.settle();
      }
      expect((await server.outcomes()).filter(({ state }) => state !== 'done')).toEqual([]);
    }));

  it('the older Node.js client has no other methods', () => {
    const own = ['constructor', 'request', 'requestHeaders', 'generateResource', 'get', 'post', 'del', 'put'];
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(older({ token: 'x', accountId: 1 })));
    const called = calls.map(([method]) => method).concat('updateBatchSubscribers', own);
    expect(methods.sort()).toEqual(called.sort());
  });

  it('the older Node.js client sends more than a thousand subscribers and calls back', () =>
    withServer(async (server) => {
      const subscribers = Array.from({ length: 1001 }, (_, at) => ({ email: `p${at}@acme.test` }));
      const emitted: unknown[] = [];
      const back = (errors: unknown, _: unknown, bodies: unknown) => emitted.push(errors, bodies);
      const client = older({ token: TOKENS.owner, accountId: 9999999 });
      await client.updateBatchSubscribers?.({ batches: [{ subscribers: subscribers }] }, back);
      expect(emitted).toEqual([null, [{}, {}]]);
      await server.settle();
      const { data } = await call('fetchSubscriber', ['p1000@acme.test']);
      expect(data.subscribers).toMatchObject([{ email: 'p1000@acme.test' }]);
    }));

  it.each([
    [422, 'createUpdateSubscriber', [{ email: 'nonsense' }], TOKENS.owner],
    [404, 'fetchSubscriber', ['nobody@acme.test'], TOKENS.owner],
    [401, 'fetchUser', [], 'wrong'],
  ] as const)('the older Node.js client reports the status %i', (status, method, values, token) =>
    withServer(async () => {
      await expect(call(method, values, token)).rejects.toMatchObject({ response: { status } });
    }),
  );
});
