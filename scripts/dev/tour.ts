import { inspect, styleText } from 'node:util';
import { createClient } from '@trickle/sdk';

/** Shows the SDK in action: the code of each step, then its result. */
export async function tour(baseUrl: string): Promise<void> {
  const client = createClient({ baseUrl, accountId: '9999999', apiKey: 'trickle_demo_token' });
  console.log(styleText('bold', 'A short tour with the SDK:'));

  await step(
    "await client.subscribers.upsert({ email: 'ann@example.com', first_name: 'Ann', tags: ['vip'] })",
    async () => {
      const { id, email, status, tags, custom_fields } = await client.subscribers.upsert({
        email: 'ann@example.com',
        first_name: 'Ann',
        tags: ['vip'],
        custom_fields: { favorite_roast: 'medium' },
      });
      return { id, email, status, tags, custom_fields };
    },
  );
  await step("await client.events.record({ email: 'ann@example.com', action: 'Viewed pricing' })", () =>
    client.events.record({ email: 'ann@example.com', action: 'Viewed pricing' }),
  );
  await step("for await (const { email } of client.subscribers.list({ tags: 'customer,vip' }))", async () => {
    const emails: string[] = [];
    for await (const { email } of client.subscribers.list({ tags: 'customer,vip' })) emails.push(email);
    return emails;
  });
  await step('await client.eventActions.list()', async () => (await client.eventActions.list()).items);
  await step("await client.subscribers.get('nobody@example.com')", () =>
    client.subscribers.get('nobody@example.com').catch((error: Error) => `${error.name}: ${error.message}`),
  );
}

async function step(code: string, run: () => Promise<unknown>): Promise<void> {
  const result = await run();
  console.log(`\n  ${styleText('cyan', code)}`);
  console.log(
    `  ${styleText('gray', '→')} ${inspect(result, { colors: process.stdout.isTTY, breakLength: 100 }).replaceAll('\n', '\n    ')}`,
  );
}
