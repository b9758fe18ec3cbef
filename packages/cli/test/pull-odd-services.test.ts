import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeed, type Seed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { temporaryFolder, trickle } from './command.ts';
import { type Answer, filesIn, inFrontOf, place, serving } from './copied-account.ts';

const person = (i: number) => ({
  id: `s${String(i).padStart(5, '0')}`,
  email: `p${i}@mail.test`,
  created_at: new Date(Date.UTC(2025, 0, 1) + i * 7_200_000).toISOString().replace('.000', ''),
  tags: ['customer'],
});

const seedOf = (count: number): Seed => ({
  accounts: [
    {
      id: '9999999',
      users: [{ email: 'owner@shop.example', token: 'trickle_demo_token' }],
      subscribers: Array.from({ length: count }, (_, i) => person(i)),
    },
  ],
});

/** The addresses in a copy. */
async function addressesIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'subscribers.ndjson'), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).email]));
}

/** A service with at most ten people on a page, which may do something before each of them. */
async function withSmallPages(count: number, change: (page: number) => unknown = () => {}) {
  const { env, server } = await serving(seedOf(count));
  let pages = 0;
  const { url, paths } = await inFrontOf(env.TRICKLE_BASE_URL, async (path) => {
    if (!LIST.test(path)) return undefined;
    await change(pages++);
    const response = await ask(env, path.replace('per_page=1000', 'per_page=10'));
    return [response.status, await response.text()];
  });
  const remove = (email: string) => ask(env, `/v2/9999999/subscribers/${email}`, 'DELETE');
  return { server, paths, remove, env: { ...env, TRICKLE_BASE_URL: url } };
}

/** The address of a page of people. */
const LIST = /\/subscribers\?.*per_page=1000/;

/** Asks the server itself. */
const ask = (
  env: { readonly TRICKLE_BASE_URL: string; readonly TRICKLE_API_KEY: string },
  path: string,
  method = 'GET',
) =>
  fetch(env.TRICKLE_BASE_URL + path, {
    method,
    headers: { authorization: `Basic ${btoa(`${env.TRICKLE_API_KEY}:`)}` },
  });

test('of a list that changes by 5 % while it is read, everybody who was there throughout is copied once', async () => {
  const count = 400;
  const gone = new Set<string>();
  const { env, server, remove } = await withSmallPages(count, async (page) => {
    // Somebody goes and somebody comes, between any two pages.
    if (gone.size * 20 >= count) return;
    const email = `p${(page * 37) % count}@mail.test`;
    if (!gone.has(email)) await remove(email);
    gone.add(email);
    await server.extend({ subscribers: [{ email: `new${page}@mail.test` }] });
  });
  const folder = await place();
  expect(await trickle(['pull', folder, '--subscribers', 'all', '--plain'], { env })).toMatchObject({
    code: 0,
  });
  const addresses = await addressesIn(folder);
  expect(new Set(addresses).size).toBe(addresses.length);
  const stayed = Array.from({ length: count }, (_, i) => person(i).email).filter((email) => !gone.has(email));
  expect(stayed.filter((email) => !addresses.includes(email))).toEqual([]);
  expect(gone.size).toBe(20);
  expect(JSON.parse((await filesIn(folder))['pull.json'] ?? '').leftOut).toEqual([]);
});

test('a service that repeats the last row of each page on the next one hides nobody', async () => {
  const { env } = await serving(seedOf(60));
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, async (path) => {
    const number = Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 0);
    if (!LIST.test(path)) return undefined;
    const response = await ask(env, path.replace(/([?&])page=\d+/, '$1page=1'));
    const body = await response.json();
    const first = Math.max(0, (number - 1) * 10 - (number - 1));
    const subscribers = body.subscribers.slice(first, first + 10);
    const meta = { ...body.meta, page: number, total_pages: Math.ceil(body.meta.total_count / 10) };
    return [200, JSON.stringify({ ...body, subscribers, meta })];
  });
  const folder = await place();
  const args = ['pull', folder, '--subscribers', 'all', '--plain'];
  expect(await trickle(args, { env: { ...env, TRICKLE_BASE_URL: url } })).toMatchObject({ code: 0 });
  expect((await addressesIn(folder)).sort()).toEqual(
    Array.from({ length: 60 }, (_, i) => person(i).email).sort(),
  );
});

const page = (noun: string, records: readonly object[], meta: object): Answer => [
  200,
  JSON.stringify({ [noun]: records, meta: { page: 1, count: records.length, ...meta } }),
];

test('pages that go round in circles end the pull with one line, and nothing is written', async () => {
  const { env } = await serving(seedOf(1));
  const { url, paths } = await inFrontOf(env.TRICKLE_BASE_URL, (path) =>
    path.includes('/campaigns')
      ? page('campaigns', [{ id: '1', name: 'A' }], { total_pages: 1_000_000, total_count: 1_000_000 })
      : undefined,
  );
  const folder = await place();
  const { code, stderr } = await trickle(['pull', folder], { env: { ...env, TRICKLE_BASE_URL: url } });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'trickle: The service repeats pages of campaigns: they have 1 records of 1000000. Try again later.\n',
  );
  expect(paths.length).toBeLessThan(20);
  expect(await readdir(folder)).toEqual(['.pull']);
});

test('a failure that passes, and lists that the service does not have, do not end the pull', async () => {
  const { env } = await serving(seedOf(12));
  let failures = 1;
  const { url, paths } = await inFrontOf(env.TRICKLE_BASE_URL, (path): Answer | undefined => {
    if (path.includes('/purchases')) return [404, '{}'];
    if (path.includes('/forms') && failures-- > 0)
      return [502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }];
    return undefined;
  });
  const folder = await place();
  const args = ['pull', folder, '--subscribers', 'all', '--details'];
  const { code, stderr } = await trickle(args, { env: { ...env, TRICKLE_BASE_URL: url } });
  expect(code).toBe(0);
  expect(stderr).toContain('The service refused purchases with 404.');
  expect(JSON.parse((await filesIn(folder))['pull.json'] ?? '').skipped).toEqual({ purchases: 404 });
  // Nobody else's purchases were asked for.
  expect(paths.filter((path) => path.includes('/purchases'))).toHaveLength(3);
});

test.each<[string, Answer, number, RegExp]>([
  [
    'a missing permission',
    [403, '{}'],
    4,
    /subscribers was answered with 403\. Check --account \(TRICKLE_ACCOUNT_ID\)/,
  ],
  [
    'an error of the service',
    [500, '{"message":"of ann@mail.test"}'],
    1,
    /answered with 500\. The service failed/,
  ],
  ['HTML', [200, '<html>ann@mail.test</html>'], 1, /with a body .* that is not the JSON of this operation/],
  ['a limit that is used up', [429, '{}'], 6, /was answered with 429/],
])(
  '%s at the start ends the pull with one line, and nothing is written',
  async (_, answer, code, message) => {
    const { env } = await serving(seedOf(1));
    const { url } = await inFrontOf(env.TRICKLE_BASE_URL, () => answer);
    const folder = await place();
    const result = await trickle(['pull', folder, '--subscribers', 'all'], {
      env: { ...env, TRICKLE_BASE_URL: url },
    });
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(message);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(result.stderr).not.toContain('ann@');
    expect(await readdir(join(folder, '..'))).toEqual([]);
  },
);

test('10,000 custom fields are copied and loaded, with as many of a person as the server takes', async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `f${i}`);
  const fieldsOf = (from: number) =>
    Object.fromEntries((from < 0 ? names : names.slice(from, from + 1000)).map((name) => [name, 'x']));
  const [account] = seedOf(10).accounts ?? [];
  const subscribers =
    account?.subscribers?.map((one, i) => ({ ...one, custom_fields: fieldsOf(i * 1000) })) ?? [];
  const { env } = await serving({ accounts: [{ ...account, subscribers }] });
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, async (path) => {
    if (!path.includes('status=all&page=1&per_page=1000')) return undefined;
    const body = await (await ask(env, path)).json();
    for (const one of body.subscribers) if (one.custom_fields.f0) one.custom_fields = fieldsOf(-1);
    return [200, JSON.stringify(body)];
  });
  const folder = await place();
  const args = ['pull', folder, '--subscribers', 'all'];
  expect(await trickle(args, { env: { ...env, TRICKLE_BASE_URL: url } })).toMatchObject({ code: 0 });
  const seed = await readSeed(folder);
  expect(seed.accounts?.[0]?.custom_fields).toHaveLength(10_000);
  for (const { custom_fields } of seed.accounts?.[0]?.subscribers ?? []) {
    expect(Object.keys(custom_fields ?? {})).toHaveLength(1000);
  }
  await serving(seed);
});

test('people and members that a seed would refuse are left out and listed', async () => {
  const { env } = await serving(seedOf(0));
  const good = { ...person(1), custom_fields: {}, status: 'active' };
  const subscribers = [
    { ...good, novelty: 1 },
    { ...good, id: 's2', email: 'no address' },
    {
      ...good,
      id: 's3',
      email: 'p3@mail.test',
      sms_number: '12',
      tags: null,
      custom_fields: { size: 7, none: null },
    },
    { ...good, id: 4, email: 'P1@mail.test' },
  ];
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, (path) => {
    if (!/\/subscribers\?/.test(path)) return undefined;
    const all = path.includes('status=all') && !path.includes('before=1970') ? subscribers : [];
    return page('subscribers', all, { total_pages: 1, total_count: all.length });
  });
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', 'all', '--plain'], {
    env: { ...env, TRICKLE_BASE_URL: url },
  });
  expect(await addressesIn(folder)).toEqual(expect.arrayContaining(['p3@mail.test']));
  expect(JSON.parse((await filesIn(folder))['pull.json'] ?? '')).toMatchObject({
    leftOut: [
      'subscribers: 1 copied without an unexpected sms_number',
      'subscribers: 1 with an unexpected email',
      'subscribers: 1 with the address of another one',
    ],
    unknownMembers: ['subscribers.novelty'],
  });
  await readSeed(folder);
});

test('published responses of the service are read, with null where there is no value', async () => {
  const { env } = await serving(seedOf(0));
  const subscriber = {
    ...{
      ...person(1),
      status: 'active',
      custom_fields: {},
      visitor_uuid: null,
      time_zone: null,
      user_id: null,
    },
    ...{
      lifetime_value: null,
      original_referrer: null,
      landing_url: null,
      lead_score: null,
      first_name: null,
    },
  };
  const campaign = {
    id: 111,
    name: 'Welcome',
    bcc: '',
    days_of_the_week_mask: '0111110',
    subscription_rate: 0.5,
  };
  const webhook = { id: '7', post_url: 'https://hooks.test/', version: 2, events: ['subscriber.created'] };
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, (path) => {
    const meta = { total_pages: 1, total_count: 1 };
    if (/status=all.*page=1&per_page=1000/.test(path)) return page('subscribers', [subscriber], meta);
    if (path.includes('/campaigns?')) return page('campaigns', [campaign], meta);
    return path.endsWith('/webhooks') ? page('webhooks', [webhook], meta) : undefined;
  });
  const folder = await place();
  const { code } = await trickle(['pull', folder, '--subscribers', 'all', '--plain'], {
    env: { ...env, TRICKLE_BASE_URL: url },
  });
  expect(code).toBe(0);
  const files = await filesIn(folder);
  expect(JSON.parse(files['pull.json'] ?? '')).toMatchObject({
    leftOut: [],
    unknownMembers: ['campaigns.subscription_rate'],
  });
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
    campaigns: [{ id: '111', days_of_the_week_mask: '0111110' }],
    webhooks: [{ id: '7' }],
  });
  expect(await addressesIn(folder)).toEqual([person(1).email]);
  await serving(await readSeed(folder));
});

test('more than two hours of requests want to be confirmed', async () => {
  const { env } = await serving(seedOf(50));
  const folder = await place();
  const args = ['pull', folder, '--subscribers', 'all', '--details', '--share', '0.005'];
  const refused = await trickle(args, { env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/Reading 50 subscribers needs about 1\d\d requests, which take \d hours/);
  const { stderr } = await trickle([...args, '--dry-run'], { env });
  expect(stderr).toMatch(/50 subscribers: reading them needs about 1\d\d requests/);
  expect(await readdir(join(folder, '..'))).toEqual([]);
});

test('a second pull of the same folder is refused while one runs', async () => {
  const { env } = await serving(seedOf(1));
  const folder = await place();
  let second: Promise<{ code: number | null; stderr: string }> | undefined;
  const { url } = await inFrontOf(env.TRICKLE_BASE_URL, async () => {
    second ??= trickle(['pull', folder], { env });
    await second;
    return undefined;
  });
  expect(await trickle(['pull', folder], { env: { ...env, TRICKLE_BASE_URL: url } })).toMatchObject({
    code: 0,
  });
  expect(await second).toMatchObject({ code: 2, stderr: expect.stringContaining('Another command uses') });
});

test('a full disk leaves the copy as it was', async () => {
  const { env, server } = await serving(seedOf(10));
  const folder = join(await temporaryFolder(), 'copy');
  await trickle(['pull', folder, '--subscribers', 'all'], { env });
  const before = await filesIn(folder);
  const [account] = seedOf(300).accounts ?? [];
  await server.extend({ subscribers: account?.subscribers?.slice(10) ?? [] });
  const bin = new URL('../bin/trickle.js', import.meta.url).pathname;
  // No file may become larger than 32 blocks of 512 bytes.
  const limited = spawn(
    'bash',
    ['-c', 'ulimit -f 32; exec "$0" "$@"', process.execPath, bin, 'pull', folder],
    {
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  limited.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  expect(await once(limited, 'close')).toEqual([1, null]);
  expect(stderr).toMatch(/cannot write .*: file too large/);
  const { '.pull/journal.ndjson': _, ...files } = await filesIn(folder);
  expect(files).toEqual(before);
});
