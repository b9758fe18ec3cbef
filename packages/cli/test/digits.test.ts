import { createServer } from '@trickle/mock-server';
import { createClient, type Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { temporaryFile, trickle } from './command.ts';

// U-334
test('an NDJSON file and a call keep the digits of large ids', async () => {
  await using server = await createServer({ limits: false });
  const fetch: Fetch = (request) => server.fetch(request);
  const client = createClient(server.connection);
  const record = (email: string) =>
    `{"email":"${email}","user_id":${email.length}210448301122334455,"custom_fields":{"order":9007199254740993}}`;
  const file = await temporaryFile('subscribers.ndjson', `${record('ann@x.io')}\n`);
  expect((await trickle(['import', file], { fetch })).code).toBe(0);
  const called = ['call', 'subscribers', 'upsert', record('bobby@x.io')];
  expect((await trickle(called, { fetch })).stdout).toContain('10210448301122334455');
  await server.settle();
  expect(await client.subscribers.list().toArray()).toMatchObject([
    { user_id: '8210448301122334455', custom_fields: { order: '9007199254740993' } },
    { user_id: '10210448301122334455', custom_fields: { order: '9007199254740993' } },
  ]);
});
