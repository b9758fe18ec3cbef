import { createServer, type Server } from '@trickle/mock-server';
import { type Client, createClient } from '@trickle/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { welcome } from './onboarding.ts';

let trickle: Server;
let client: Client;
let campaignId: string;

beforeEach(async () => {
  trickle = await createServer(); // takes a millisecond or two, without opening a port
  client = createClient(trickle.connection);
  const { campaigns } = await trickle.extend({
    default_from_email: 'crew@example.com',
    default_postal_address: '1 Market Street, San Francisco',
    campaigns: [
      {
        name: 'Welcome',
        status: 'active',
        emails: [{ subject: 'Hello' }, { subject: 'How is it going?', delay: { days: 3 } }],
      },
    ],
  });
  [campaignId = ''] = campaigns ?? [];
});
afterEach(() => trickle.close());

const subjects = async () => (await trickle.outbox()).map(({ subject }) => subject);

test('a new customer gets two emails in the first week', async () => {
  await welcome(client, campaignId, 'ann@example.com');
  await trickle.advance({ days: 7 }); // sends all due emails, in order
  expect(await subjects()).toEqual(['Hello', 'How is it going?']);
});

test('a customer who unsubscribes gets no second email', async () => {
  await welcome(client, campaignId, 'ann@example.com');
  await trickle.advance({ days: 1 });
  await client.subscribers.unsubscribeAll('ann@example.com');
  await trickle.advance({ days: 6 });
  expect(await subjects()).toEqual(['Hello']);
});

test('a temporary failure of the service does not matter', async () => {
  await trickle.faults.add({ operation: 'subscribers.upsert', status: 503, times: 1 });
  await welcome(client, campaignId, 'ann@example.com');
  expect((await client.subscribers.get('ann@example.com')).tags).toEqual(['customer']);
});
