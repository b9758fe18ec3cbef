const { createServer } = require('@trickle/mock-server');
const { createClient } = require('@trickle/sdk');
const { importCustomers } = require('./import-customers.js');

let trickle;
let client;
beforeEach(async () => {
  trickle = await createServer();
  client = createClient(trickle.connection);
});
afterEach(() => trickle.close());

test('customers become subscribers with their plan', async () => {
  const rejected = await importCustomers(client, [
    { email: 'ann@example.com', plan: 'pro' },
    { email: 'bob@example.com', plan: 'free' },
  ]);
  expect(rejected).toEqual([]);
  await trickle.settle(); // the service processes the batch in the background
  const ann = await client.subscribers.get('ann@example.com');
  expect(ann.custom_fields).toEqual({ plan: 'pro' });
  await trickle.expectRequest({ operation: 'subscribers.upsertBatch' }, { times: 1 });
});

test('an invalid address is reported, and the others are imported', async () => {
  const rejected = await importCustomers(client, [
    { email: 5, plan: 'free' },
    { email: 'bob@example.com', plan: 'free' },
  ]);
  expect(rejected).toMatchObject([{ email: 5, issues: [{ attribute: expect.stringContaining('email') }] }]);
  await trickle.settle();
  expect(await client.subscribers.list().toArray()).toHaveLength(1);
});
