import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Fetch, SubscriberInput } from '@trickle/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exports } from '../src/export/exports.ts';
import { temporaryFile, temporaryFolder, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'B', '"', ',', ';', '\n', '\r', ' ', 'ü', '=', '[', "'"),
  minLength: 1,
});
const value = word.filter((text) => text.trim() !== '');
const subscriber = fc.record(
  {
    first_name: value,
    address1: value,
    phone: value,
    prospect: fc.boolean(),
    lifetime_value: fc.integer({ min: 0, max: 1e9 }),
    base_lead_score: fc.integer({ min: 0, max: 100 }),
    eu_consent: fc.constantFrom('granted' as const, 'denied' as const),
    time_zone: fc.constantFrom('Europe/Berlin', 'Etc/UTC'),
    tags: fc.uniqueArray(
      value.map((tag) => tag.trim()),
      { maxLength: 3 },
    ),
    custom_fields: fc.dictionary(fc.constantFrom('plan', 'shoe_size'), value, { noNullPrototype: true }),
  },
  { requiredKeys: [] },
);

test.each(['csv', 'ndjson'])(
  'an export as %s that is imported elsewhere and exported again is the same',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(subscriber, { minLength: 1, maxLength: 4 }), async (subscribers) => {
        const [one, other] = [await sandbox(), await sandbox()];
        for (const [i, record] of subscribers.entries()) {
          await one.client.subscribers.upsert({ email: `p${i}@x.io`, ...record } as SubscriberInput);
        }
        const args = ['export', 'subscribers', '--format', format];
        const first = await trickle(args, { fetch: one.fetch });
        const imported = await trickle(['import', '-', '--format', format], {
          fetch: other.fetch,
          stdin: first.stdout,
        });
        expect(imported).toMatchObject({ code: 0 });
        await other.server.settle();
        const second = await trickle(args, { fetch: other.fetch });
        const told = async ({ client }: typeof one) =>
          (await client.subscribers.list().toArray()).map(({ id, href, created_at, links, ...rest }) => rest);
        expect(await told(other)).toEqual(await told(one));
        expect(second.stdout.split('\n').length).toBe(first.stdout.split('\n').length);
      }),
      { numRuns: 12 },
    );
  },
);

test('the columns do not depend on the records, and each custom field has one', async () => {
  const { fetch, client } = await sandbox();
  const header = async () => (await trickle(['export', 'subscribers'], { fetch })).stdout.split('\n')[0];
  const empty = await header();
  await client.subscribers.upsert({ email: 'a@x.io', custom_fields: { plan: 'pro' } });
  expect(empty).toMatch(/^id,status,initial_status,email,/);
  expect(await header()).toBe(empty?.replace('visitor_uuid,', 'visitor_uuid,custom_fields.plan,'));
  const chosen = await trickle(['export', 'subscribers', '--columns', 'email,custom_fields.plan'], { fetch });
  expect(chosen.stdout).toBe('email,custom_fields.plan\na@x.io,pro\n');
});

test('filters, limit, delimiter and formulas follow the options', async () => {
  const { fetch, client } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io', first_name: '=1+1', tags: ['vip', 'new'] });
  await client.subscribers.upsert({ email: 'b@x.io', tags: ['vip'] });
  await client.subscribers.upsert({ email: 'c@x.io' });
  const out = async (...args: string[]) =>
    (await trickle(['export', 'subscribers', '--columns', 'email,first_name,tags', ...args], { fetch }))
      .stdout;
  expect(await out('--tags', 'vip', '--limit', '1', '--delimiter', ';')).toBe(
    'email;first_name;tags\na@x.io;=1+1;vip,new\n',
  );
  expect(await out('--tags', 'vip', '--escape-formulas')).toContain("a@x.io,'=1+1,");
});

test('a file appears only when it is complete', async () => {
  const { fetch, client } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io' });
  const folder = await temporaryFolder();
  const output = join(folder, 'subscribers.ndjson');
  await writeFile(output, 'before');
  const failing: Fetch = (request) =>
    request.url.includes('per_page') ? new Response('{"subscribers": [', { status: 200 }) : fetch(request);
  expect((await trickle(['export', 'subscribers', '-o', output], { fetch: failing })).code).not.toBe(0);
  expect(await readFile(output, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['subscribers.ndjson']);
  expect(await trickle(['export', 'subscribers', '-o', output], { fetch })).toMatchObject({
    code: 0,
    stdout: '',
  });
  expect(JSON.parse(await readFile(output, 'utf8'))).toMatchObject({ email: 'a@x.io' });
});

test.each(exports.map((one) => [one.name, one] as const))(
  '%s can be exported',
  async (name, { operation }) => {
    const { fetch, client } = await sandbox();
    const { id } = await client.subscribers.upsert({ email: 'a@x.io', tags: ['vip'] });
    const path = operation.parameters.map((parameter) => (parameter === 'subscriber_id' ? id : 'a@x.io'));
    const { code, stdout } = await trickle(['export', name, ...path], { fetch });
    const isThere = !/^(campaign|workflow)_id$/.test(operation.parameters[0] ?? '');
    expect(code).toBe(isThere ? 0 : 5); // the default account has neither campaigns nor workflows
    expect(stdout === '').toBe(!isThere);
  },
);

test('a list of texts has one column', async () => {
  const { fetch, client } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io', tags: ['vip', 'a,b'] });
  expect((await trickle(['export', 'tags'], { fetch })).stdout).toBe('tag\n"a,b"\nvip\n');
});

test('a file that cannot be written is reported', async () => {
  const { fetch } = await sandbox();
  const inside = join(dirname(await temporaryFile('x', '')), 'nowhere', 'x.csv');
  const { code, stderr } = await trickle(['export', 'tags', '-o', inside], { fetch });
  expect(stderr).toContain('cannot write');
  expect(code).toBe(2);
});

test('an export without limits does not wait for the budget that the service reports', async () => {
  const { fetch, client } = await sandbox();
  await client.subscribers.upsert({ email: 'ann@x.io' });
  let requests = 0;
  const spent: Fetch = async (request) => {
    requests += 1;
    const { body, headers } = await fetch(request);
    return new Response(body, { headers: { ...Object.fromEntries(headers), 'x-ratelimit-remaining': '0' } });
  };
  const { code, stdout } = await trickle(['export', 'subscribers', '--no-limits'], { fetch: spent });
  expect(code).toBe(0);
  expect(requests).toBe(2);
  expect(stdout).toContain('ann@x.io');
});
