// @thorough: bundlers and compilers
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { DeclaredProject } from './declared-project.ts';
import { LanguageServer } from './language-server.ts';

const root = join(import.meta.dirname, '../../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** The nouns of the client. */
const nouns = Object.keys(createClient({ baseUrl: 'https://api.test', apiKey: 'k' }));

/**
 * A program of a user, beside the built declarations. `^` stands before each name that is pointed at. This server shows no
 * comment for members of which one is required, since each alternative has its own.
 */
const program = `
import { createClient } from '@trickle/sdk';
import { createWebhookHandler } from '@trickle/sdk/webhooks';
const client = createClient({ baseUrl: 'https://api.test', ^apiKey: 'k', ^timeout: 5 });
await client.tags.apply({ ^email: 'a@x.io', tag: 'vip' });
await client.subscribers.upsert({ email: 'a@x.io', ^lifetime_value: 5, ^time_zone: 'Etc/UTC', ^custom_fields: {} });
await client.events.record({ email: 'a@x.io', ^action: 'Rowed', ^occurred_at: new Date() });
await client.orders.upsert({ email: 'a@x.io', ^amount: 5, ^currency_code: 'USD', items: [{ ^price: 1 }] });
await client.shopperActivity.cart({ ^provider: 'shop', person_id: '1', action: 'created', cart_id: '1', ^cart_url: 'x', ^grand_total: 1 });
await client.subscribers.list({ ^subscribed_after: '2026-01-01', ^status: 'all' });
const ann = await client.subscribers.get('a@x.io');
console.log(ann.^email, ann.^lifetime_value, ann.^time_zone, ann.^created_at, ann.^custom_fields);
for await (const one of client.subscribers.list()) console.log(one.^lifetime_value);
await client.subscribers.^upsert({ email: 'a@x.io', ^eu_consent: 'granted' });
console.log(ann.^eu_consent);
${nouns.map((noun) => `client.^${noun};`).join('\n')}
createWebhookHandler({
  ^secret: 'a-secret-of-the-test',
  ^on: {
    'subscriber.applied_tag': (one) => {
      console.log(one.^event, one.^occurred_at, one.^data.^account_id, one.data.^properties, one.data.properties.tag);
      console.log(one.data.^subscriber.^email, one.data.subscriber.^lifetime_value, one.data.subscriber.^eu_consent);
    },
  },
});
`;

let project: DeclaredProject;
beforeAll(() => {
  project = new DeclaredProject();
});
afterAll(() => project?.[Symbol.dispose]());

test('an editor shows the comment of every member that has a unit, a format or a default', async () => {
  const shown = await hoversOf(program);
  expect(shown).toHaveLength(program.split('^').length - 1);
  // The type stands in a block of code; what follows is the comment.
  expect(shown.filter((hover) => !/^```typescript\n[^`]+```\s*[^\s`]/.test(hover.trim()))).toEqual([]);
  const comments = shown.join('\n');
  for (const words of ['Cents.', 'Olson time zone. Default', 'ISO 8601. Default: now.', 'An email address']) {
    expect(comments).toContain(words);
  }
});

/** The hover text of an editor at each `^` of a program. */
async function hoversOf(marked: string): Promise<string[]> {
  const offsets: number[] = [];
  let text = '';
  for (const part of marked.split('^')) {
    offsets.push(text.length);
    text += part;
  }
  offsets.shift();
  const file = project.write('program.ts', text);
  using server = new LanguageServer(project.folder);
  await server.start(project.folder);
  return await server.hover(file, text, offsets);
}

test('an editor shows no type parameters of a client without the types of an account', async () => {
  const shown = await hoversOf(`
import { createClient, type Client } from '@trickle/sdk';
const ^client = createClient();
client.^subscribers.^upsert({ email: 'a@x.io' });
client.^events.^record({ email: 'a@x.io', action: 'a' });
function count(^other: Client) {}
`);
  const first = shown.map((hover) => hover.split('\n')[1]);
  expect(first).toEqual([
    'const client: Client',
    '(property) subscribers: Subscribers',
    expect.stringMatching(
      /^\(method\) Subscribers\.upsert\(subscriber: SubscriberInput, options\?: CallOptions\)/,
    ),
    '(property) events: Events',
    expect.stringMatching(/^\(method\) Events\.record\(event: EventInput, options\?: CallOptions\)/),
    '(parameter) other: Client',
  ]);
});

test('an editor shows the same comments with the types of an account', async () => {
  const shown = await hoversOf(`
import { createClient } from '@trickle/sdk';
interface Shop { tags: 'vip'; customFields: 'plan'; events: { Rowed: { boat?: string } } }
const client = createClient<Shop>();
client.^subscribers.^upsert({ email: 'a@x.io', ^lifetime_value: 5 });
client.^events.^record({ email: 'a@x.io', action: 'Rowed', ^occurred_at: new Date() });
`);
  for (const [i, words] of [
    'The recipients of email.',
    'Creates a subscriber, or updates',
    'In cents.',
    'Custom events of subscribers.',
    'Records an event of a subscriber',
    'ISO 8601. Default: now.',
  ].entries()) {
    expect(shown[i]).toContain(words);
  }
});

test.each([
  "createClient({ apiKey: 'k' }).subscribers.upsert({ first_name: 'Ann' });",
  "createClient({ apiKey: 'k' }).events.record({ action: 'a' });",
])('%s is told what is usual, and not what is rare', (line) => {
  project.write('program.ts', `import { createClient } from '@trickle/sdk';\n${line}\n`);
  const { stdout } = spawnSync(process.execPath, [compiler, '--project', project.folder], {
    encoding: 'utf8',
  });
  expect(stdout).toContain("Property 'email' is missing");
  expect(stdout).not.toContain('visitor_uuid');
});
