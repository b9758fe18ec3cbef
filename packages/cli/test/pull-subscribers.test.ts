// cspell:ignore Quux Quuxa
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeed, type Seed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { temporaryFolder, trickle } from './command.ts';
import { filesIn, place, serving } from './copied-account.ts';

const NAMES = ['Zelda', 'Marlin', 'Quincey', 'Wilhelmina', 'Thaddeus'];

/** A person with a value of every kind. */
const person = (i: number) => ({
  id: `s${String(i).padStart(4, '0')}x`,
  email: `${NAMES[i % 5]?.toLowerCase()}.${i}@mail${i % 3}.test`,
  created_at: new Date(Date.UTC(2025, 0, 1 + (i % 300), i % 24)).toISOString().replace('.000', ''),
  first_name: NAMES[i % 5] ?? '',
  last_name: `Quux${'abcdefghij'[i % 10]}`,
  address1: `${i} Elderberry Court`,
  city: i % 2 === 0 ? 'Springfield' : `Hamlet ${i}`,
  zip: `${10_000 + i}`,
  country: 'Germany',
  phone: `+49 30 ${100_000 + i}99`,
  sms_number: `+1206${2_000_000 + i}`,
  user_id: `${1000 + i}`,
  ip_address: `93.184.${i % 250}.7`,
  time_zone: 'Europe/Berlin',
  lifetime_value: 12_345 + i,
  tags: ['customer', `private ${i}`],
  custom_fields: {
    plan: i % 2 === 0 ? 'gold' : 'free',
    note: `likes boat ${'abcdefghij'[i % 10]}${i}`,
    born: `19${70 + (i % 30)}-05-17`,
  },
  ...(i % 7 === 0 && { status: 'unsubscribed' as const }),
  ...(i % 11 === 0 && { status: 'undeliverable' as const }),
});

/** An account with so many people, some of whom are in a campaign or have bought something. */
const seedOf = (count: number): Seed => ({
  accounts: [
    {
      id: '9999999',
      name: 'Shop',
      users: [{ email: 'owner@shop.example', token: 'trickle_demo_token' }],
      subscribers: Array.from({ length: count }, (_, i) => person(i)),
      tags: ['met Zelda Quuxa', 'spring-sale'],
      campaigns: [
        {
          id: '111',
          name: 'Welcome Zelda Quuxa',
          subscribers: [
            { email: person(1).email },
            { email: person(2).email, status: 'removed', lap: 2 },
            { email: person(3).email, is_complete: true },
          ],
        },
      ],
      purchases: [1, 1, 2, 3, 4, 5].map((i, at) => ({
        id: `p${at}`,
        email: person(i).email,
        amount: 1999,
        order_id: `order-${at}`,
        occurred_at: '2025-06-01T10:00:00Z',
        properties: { coupon: `for ${person(i).email}` },
        items: [{ name: 'Boat', amount: 1999 }],
      })),
    },
  ],
});

interface Line extends ReturnType<typeof person> {
  readonly status?: never;
}

/** The people of a copy, by how they were copied. */
async function people(folder: string): Promise<Line[]> {
  const text = await readFile(join(folder, 'subscribers.ndjson'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('people get pseudonyms of the same kind, which stay the same in every pull', async () => {
  const { env } = await serving(seedOf(60));
  const [first, second] = [await place(), await place()];
  await trickle(['pull', first, '--subscribers', 'all', '--details'], { env });
  await trickle(['pull', second, '--subscribers', 'all', '--details'], { env });
  expect(await filesIn(second)).toEqual(await filesIn(first));
  const [copied] = await people(first);
  expect(copied).toMatchObject({
    id: expect.stringMatching(/^[a-z0-9]{6}$/),
    email: expect.stringMatching(/^[a-z]+\.[a-z]{13}@[a-z]{6}\.example$/),
    country: 'Germany',
    phone: expect.stringMatching(/^\+1\d{3}55501\d\d$/),
    user_id: expect.stringMatching(/^\d{4}$/),
    ip_address: expect.stringMatching(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/),
    time_zone: 'Europe/Berlin',
    lifetime_value: 12_000,
    tags: ['customer', expect.stringMatching(/^tag-[a-z]{9}$/)],
    custom_fields: {
      plan: expect.stringMatching(/^(gold|free)$/),
      born: expect.stringMatching(/^19\d\d-\d\d-\d\d$/),
    },
  });
  const other = await place();
  await trickle(['pull', other, '--subscribers', 'all'], {
    env: { ...env, TRICKLE_PULL_KEY: 'ab'.repeat(32) },
  });
  const addresses = new Set((await people(first)).map(({ email }) => email));
  expect(addresses.size).toBe(60);
  expect((await people(other)).filter(({ email }) => addresses.has(email))).toEqual([]);
});

test('values that enough people share stay, others do not', async () => {
  const { env } = await serving(seedOf(60));
  const folder = await place();
  await trickle(
    ['pull', folder, '--subscribers', 'all', '--k', '20', '--keep', 'born', '--as', 'note=enum'],
    { env },
  );
  const copied = await people(folder);
  expect(copied.filter(({ city }) => city === 'Springfield')).toHaveLength(30);
  expect(copied.filter(({ city }) => city.startsWith('Hamlet'))).toEqual([]);
  expect(new Set(copied.map(({ custom_fields: { born } }) => born)).size).toBe(30);
  expect(copied.filter(({ custom_fields: { plan } }) => plan === 'gold')).toHaveLength(30);
  const { subscribers: about } = JSON.parse((await filesIn(folder))['pull.json'] ?? '');
  expect(about).toMatchObject({
    options: { subscribers: 'all', k: 20, keep: ['born'], as: { note: 'enum' } },
    counts: { read: 60, copied: 60, tags: { customer: 60 }, fields: { plan: 60 } },
  });
  expect(about.counts.statuses).toEqual({ active: 46, undeliverable: 6, unsubscribed: 8 });
});

test('a copy with people is loaded and copied as it is, byte by byte', async () => {
  const { env } = await serving(seedOf(60));
  const [first, second] = [await place(), await place()];
  await trickle(['pull', first, '--subscribers', 'all', '--details'], { env });
  const users = [{ email: 'owner@shop.example', token: 'trickle_demo_token' }];
  const { accounts } = await readSeed(first);
  const other = await serving({ accounts: accounts?.map((account) => ({ ...account, users })) });
  const { code, stderr } = await trickle(['pull', second, '--subscribers', 'all', '--details', '--plain'], {
    env: other.env,
  });
  expect(code).toBe(0);
  expect(stderr).toContain('Only you can read it');
  const { 'pull.json': _, ...files } = await filesIn(first);
  const { 'pull.json': report, ...again } = await filesIn(second);
  expect(again).toEqual(files);
  for (const name of Object.keys(again))
    expect((await stat(join(second, name))).mode & 0o777, name).toBe(0o600);
  expect(JSON.parse(report ?? '').subscribers.options.plain).toBe(true);
});

test('a sample has the people asked for, and some of each status, tag, field and campaign', async () => {
  const { env } = await serving(seedOf(60));
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', '5', '--at-least', '2'], { env });
  const sample = await people(folder);
  expect(sample.length).toBeLessThan(20);
  const { campaigns } = JSON.parse((await filesIn(folder))['account.json'] ?? '');
  expect(campaigns[0].subscribers.length).toBeGreaterThanOrEqual(2);
  for (const status of ['unsubscribed', 'undeliverable']) {
    expect(sample.filter((line) => line.status === status).length, status).toBeGreaterThanOrEqual(2);
  }
  // More people leave the sample as it is.
  const { env: larger } = await serving(seedOf(60));
  const again = await place();
  await trickle(['pull', again, '--subscribers', '10', '--at-least', '2'], { env: larger });
  const ids = new Set((await people(again)).map(({ id }) => id));
  expect(sample.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('names of people are removed from the account, and a comparison knows it', async () => {
  const { env, server } = await serving(seedOf(20));
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', '3'], { env });
  const account = JSON.parse((await filesIn(folder))['account.json'] ?? '');
  expect(account.campaigns[0].name).toBe('Welcome [removed]');
  expect(account.tags).toContain('met [removed]');
  expect(await trickle(['pull', folder, '--check'], { env })).toMatchObject({ code: 0, stdout: '' });
  await server.campaigns.change('111', { name: 'Hello' });
  expect(await trickle(['pull', folder, '--check'], { env })).toMatchObject({
    code: 8,
    stdout: '~ campaigns Hello (111): name "Welcome [removed]" → "Hello"\n',
  });
});

test('a later pull copies people as before, but never as they are', async () => {
  const { env } = await serving(seedOf(10));
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', 'all', '--plain', '--k', '3'], { env });
  expect((await people(folder)).map(({ email }) => email)).toContain(person(1).email);
  await trickle(['pull', folder], { env });
  const addresses = (await people(folder)).map(({ email }) => email);
  expect(addresses).toHaveLength(10);
  expect(addresses).not.toContain(person(1).email);
  await trickle(['pull', folder, '--subscribers', 'none'], { env });
  expect(await filesIn(folder)).not.toHaveProperty('subscribers.ndjson');
});

test('the key of pseudonyms is made once, for its owner only, and one that others can read is refused', async () => {
  const { env } = await serving(seedOf(6));
  const { TRICKLE_PULL_KEY: _, ...withoutKey } = env;
  const config = await temporaryFolder();
  const reach = { env: { ...withoutKey, XDG_CONFIG_HOME: config } };
  const [first, second] = [await place(), await place()];
  await trickle(['pull', first], reach);
  expect(await readdir(config)).toEqual([]);
  await trickle(['pull', first, '--subscribers', 'all'], reach);
  const key = join(config, 'trickle', 'pull-key');
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  await trickle(['pull', second, '--subscribers', 'all'], reach);
  expect(await filesIn(second)).toEqual(await filesIn(first));
  await chmod(key, 0o644);
  const { code, stderr } = await trickle(['pull', second], reach);
  expect(code).toBe(2);
  expect(stderr).toContain('Run: chmod 600');
  const wrong = await trickle(['pull', second], { env: { ...env, TRICKLE_PULL_KEY: 'secret' } });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('64 hexadecimal digits') });
  expect(wrong.stderr).not.toContain("'secret'");
});

test.each([
  [['--k', '3'], '--k is about subscribers. Add --subscribers'],
  [['--subscribers', 'some'], '--subscribers must be a number, all or none'],
  [['--subscribers', '1', '--as', 'plan'], '--as takes a field and a type, such as plan=enum'],
])('%j is refused before anything is sent', async (args, message) => {
  const { code, stderr } = await trickle(['pull', await place(), ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
