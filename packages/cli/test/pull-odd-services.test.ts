import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { bin, REACHING, temporaryFolder, trickle } from './command.ts';
import { type Answer, filesIn, inFrontOf, place } from './copied-account.ts';
import { sandbox, seedOf } from './sandbox.ts';

const person = (i: number) => ({
  id: `s${String(i).padStart(5, '0')}`,
  email: `p${i}@mail.test`,
  created_at: new Date(Date.UTC(2025, 0, 1) + i * 7_200_000).toISOString().replace('.000', ''),
  tags: ['customer'],
});

const shopOf = (count: number) => seedOf({ subscribers: Array.from({ length: count }, (_, i) => person(i)) });

const page = (noun: string, records: readonly object[], meta: object): Answer => [
  200,
  JSON.stringify({ [noun]: records, meta: { page: 1, count: records.length, ...meta } }),
];

test.each<[string, Answer, number, RegExp]>([
  [
    'a missing permission',
    [403, '{}'],
    4,
    /accounts\/9999999 answered 403.*--account \(TRICKLE_ACCOUNT_ID\)/,
  ],
  ['an error of the service', [500, '{"message":"broken"}'], 1, /answered 500/],
  ['HTML', [200, '<html></html>'], 1, /with a body .* that is not the JSON of this operation/],
  ['a limit that is used up', [429, '{}'], 6, /answered 429/],
])('%s at the start ends the pull with one line, and writes nothing', async (_, answer, code, message) => {
  const { fetch } = await sandbox({ seed: shopOf(1) });
  const { fetch: reach } = inFrontOf(fetch, () => answer);
  const folder = await place();
  const result = await trickle(['pull', folder, '--subscribers', '9'], { fetch: reach });
  expect(result.code).toBe(code);
  expect(result.stderr).toMatch(message);
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(await readdir(join(folder, '..'))).toEqual([]);
});

test('published responses of the service are read, with null where there is no value', async () => {
  const { fetch } = await sandbox({ seed: shopOf(0) });
  const campaign = {
    id: 111,
    name: 'Welcome',
    bcc: '',
    days_of_the_week_mask: '0111110',
    subscription_rate: 0.5,
  };
  const webhook = { id: '7', post_url: 'https://hooks.test/', version: 2, events: ['subscriber.created'] };
  const { fetch: reach } = inFrontOf(fetch, (path) => {
    const meta = { total_pages: 1, total_count: 1 };
    if (path.includes('/campaigns?')) return page('campaigns', [campaign], meta);
    return path.endsWith('/webhooks') ? page('webhooks', [webhook], meta) : undefined;
  });
  const folder = await place();
  expect(await trickle(['pull', folder], { fetch: reach })).toMatchObject({
    code: 0,
  });
  const files = await filesIn(folder);
  expect(JSON.parse(files['pull.json'] ?? '')).toMatchObject({
    leftOut: [],
    unknownMembers: ['campaigns.subscription_rate'],
  });
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
    campaigns: [{ id: '111', days_of_the_week_mask: '0111110' }],
    webhooks: [{ id: '7' }],
  });
  await sandbox({ seed: await readSeed(folder) });
});

test('a second pull of the same folder is refused while one runs', async () => {
  const { fetch } = await sandbox({ seed: shopOf(1) });
  const folder = await place();
  let second: Promise<{ code: number | null; stderr: string }> | undefined;
  const { fetch: reach } = inFrontOf(fetch, async () => {
    second ??= trickle(['pull', folder], { fetch });
    await second;
    return undefined;
  });
  expect(await trickle(['pull', folder], { fetch: reach })).toMatchObject({
    code: 0,
  });
  expect(await second).toMatchObject({ code: 2, stderr: expect.stringContaining('Another command uses') });
});

test('a full disk leaves the copy unchanged', async () => {
  const { fetch, server } = await sandbox({ seed: shopOf(10) });
  const folder = join(await temporaryFolder(), 'copy');
  await trickle(['pull', folder], { fetch });
  const before = await filesIn(folder);
  await server.extend({
    tags: Array.from({ length: 1000 }, (_, i) => `a tag of ${'many '.repeat(20)}letters ${i}`),
  });
  // Limits files to 32 blocks of 512 bytes.
  const limited = spawn(
    'bash',
    ['-c', 'ulimit -f 32; exec "$0" "$@"', process.execPath, bin, 'pull', folder],
    {
      env: { PATH: process.env.PATH, HOME: folder, ...REACHING, TRICKLE_BASE_URL: await server.listen() },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  limited.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  expect(await once(limited, 'close')).toEqual([1, null]);
  expect(stderr).toMatch(/cannot write .*: file too large/);
  expect(await filesIn(folder)).toEqual(before);
});
