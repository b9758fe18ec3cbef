import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { REACHING, trickle } from './command.ts';
import { type Answer, filesIn, inFrontOf, place } from './copied-account.ts';
import { sandbox, seedOf } from './sandbox.ts';

/** A personal value that must not occur anywhere. Some tags are shared by several, by one, or by nobody. */
const person = (i: number) => ({
  id: `secret-id-${i}`,
  email: `secret-${i}@mail.test`,
  first_name: `Secret${i}`,
  phone: `+4930123456${i}`,
  tags: ['customer', ...(i % 2 ? ['half'] : []), ...(i === 4 ? ['only one'] : [])],
  custom_fields: { plan: `secret plan ${i}` },
  ...(i % 10 === 0 && { status: 'unsubscribed' as const }),
  ...(i === 5 && { status: 'undeliverable' as const }),
});

const SEED = seedOf({
  tags: ['nobody has this', 'one, or another'],
  subscribers: Array.from({ length: 200 }, (_, i) => person(i)),
  campaigns: [
    {
      id: '111',
      name: 'Welcome',
      status: 'active',
      subscribers: [1, 2, 3].map((i) => ({ email: person(i).email })),
    },
    { id: '112', name: 'Empty' },
  ],
});

/** The subscribers of a copy, as the server loads them. */
async function peopleIn(folder: string) {
  const { accounts: [account] = [] } = await readSeed(folder);
  const { subscribers = [], campaigns = [] } = account ?? {};
  const having = (tag: string) => subscribers.filter(({ tags = [] }) => tags.includes(tag)).length;
  const being = (status: string) => subscribers.filter((one) => one.status === status).length;
  return { subscribers, having, being, campaigns };
}

test('no response contains a subscriber, and no personal data gets into the copy', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const { fetch: reach, bodies, paths } = inFrontOf(fetch, () => undefined);
  const folder = await place();
  const { stdout, stderr, code } = await trickle(['pull', folder, '--subscribers', '50'], { fetch: reach });
  expect(code).toBe(0);
  const lists = bodies.filter((body) => body.includes('"subscribers":'));
  // All, two statuses, three tags without a comma, an unused one, and two campaigns.
  expect(lists).toHaveLength(paths.filter((path) => path.includes('/subscribers?')).length);
  expect(lists).toHaveLength(9);
  for (const body of lists) expect(JSON.parse(body)).toMatchObject({ subscribers: [], meta: { count: 0 } });
  expect(bodies.join('\n')).not.toMatch(/secret/i);
  expect(Object.values(await filesIn(folder)).join('\n') + stdout + stderr).not.toMatch(/secret/i);
});

test('only meta is kept from a service that returns subscribers on every page', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const { fetch: reach, bodies } = inFrontOf(fetch, async (path): Promise<Answer | undefined> => {
    if (!path.includes('/subscribers?')) return undefined;
    const headers = { authorization: `Basic ${btoa(`${REACHING.TRICKLE_API_KEY}:`)}` };
    const url = REACHING.TRICKLE_BASE_URL + path.replace('page=1000000', 'page=1');
    const response = await fetch(new Request(url, { headers }));
    return [response.status, await response.text()];
  });
  const [first, second] = [await place(), await place()];
  const args = ['--subscribers', '50'];
  const result = await trickle(['pull', first, ...args], { fetch: reach });
  expect(result.code).toBe(0);
  expect(bodies.join('\n')).toContain('secret-1@mail.test');
  expect(JSON.stringify(result)).not.toMatch(/secret/i);
  await trickle(['pull', second, ...args], { fetch });
  expect(await filesIn(first)).toEqual(await filesIn(second));
});

test.each([7, 50, 300])('%d made-up subscribers have the shares of the account', async (number) => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', String(number)], { fetch });
  const { subscribers, having, being, campaigns } = await peopleIn(folder);
  const share = (count: number) => Math.max(1, Math.round((number * count) / 200));
  expect(subscribers).toHaveLength(number);
  expect(subscribers.every(({ email }) => /^subscriber-\d+@example\.com$/.test(email))).toBe(true);
  expect([having('customer'), having('half'), having('only one')]).toEqual([number, share(100), share(1)]);
  expect(having('nobody has this')).toBe(0);
  // Shares may be rounded up or down.
  expect(Math.abs(being('unsubscribed') - share(20))).toBeLessThanOrEqual(1);
  expect(being('undeliverable')).toBe(share(1));
  const [welcome, empty] = campaigns;
  expect(welcome?.subscribers).toHaveLength(share(3));
  expect(empty?.subscribers).toBeUndefined();
  // Tags of the same share go to different people.
  const both = subscribers.filter(({ tags, status }) => tags?.includes('half') && status === 'active').length;
  if (number >= 50) expect(both).toBeLessThan(share(100));
  await sandbox({ seed: await readSeed(folder) });
});

test('field values have the frequencies of additions.json, and equal accounts give equal bytes', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const [first, second] = [await place(), await place()];
  const additions = { custom_fields: { plan: { free: 3, pro: 1 }, size: { '': 9, L: 1 } } };
  for (const folder of [first, second]) {
    await mkdir(folder);
    await writeFile(join(folder, 'additions.json'), JSON.stringify(additions));
    await trickle(['pull', folder, '--subscribers', '40'], { fetch });
  }
  const { subscribers } = await peopleIn(first);
  const count = (name: string, value: string | undefined) =>
    subscribers.filter(({ custom_fields: fields }) => fields?.[name] === value).length;
  expect([count('plan', 'free'), count('plan', 'pro')]).toEqual([30, 10]);
  expect([count('size', undefined), count('size', 'L')]).toEqual([36, 4]);
  expect(await filesIn(first)).toEqual(await filesIn(second));
  const { accounts: [account] = [] } = await readSeed(first);
  expect(account?.custom_fields).toEqual(['plan', 'size']);
});

test('a later pull makes up the same number, and --subscribers 0 removes them', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder, '--subscribers', '20'], { fetch });
  await trickle(['pull', folder], { fetch });
  expect((await peopleIn(folder)).subscribers).toHaveLength(20);
  expect(await trickle(['pull', folder, '--check'], { fetch })).toMatchObject({ code: 0 });
  await trickle(['pull', folder, '--subscribers', '0'], { fetch });
  expect(await filesIn(folder)).not.toHaveProperty('subscribers.ndjson');
});

test('a service without a count ends the pull', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const meta = { page: 1, count: 0, total_pages: 1, total_count: 'many' };
  const { fetch: reach } = inFrontOf(fetch, (path) =>
    path.includes('/subscribers?') ? [200, JSON.stringify({ subscribers: [], meta })] : undefined,
  );
  expect(await trickle(['pull', await place(), '--subscribers', '9'], { fetch: reach })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Pull with --subscribers 0.'),
  });
});

test.each([
  [{ plan: 'free' }, 'custom_fields.plan must have a number'],
  [{ plan: { free: 0 } }, 'custom_fields.plan must have a number'],
  [{ plan: { free: 'often' } }, 'custom_fields.plan must have a number'],
])('field values such as %j are refused', async (custom_fields, message) => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await mkdir(folder);
  await writeFile(join(folder, 'additions.json'), JSON.stringify({ custom_fields }));
  const { code, stderr } = await trickle(['pull', folder, '--subscribers', '5'], { fetch });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
