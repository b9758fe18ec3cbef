import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { trickle } from './command.ts';
import { filesIn, place } from './copied-account.ts';

type Json = Record<string, unknown>;

/** The paged lists: their names in responses and in a copy. */
const LISTS = [
  ['campaigns', 'campaigns'],
  ['broadcasts', 'broadcasts'],
  ['workflows', 'workflows'],
  ['forms', 'forms'],
  ['goals', 'goals'],
  ['event_actions', 'event_actions'],
] as const;

/** A service with one list, given by page number; all other lists are empty. */
const answering = (list: string, bodyOf: (page: number) => Json | number): Fetch => {
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const noun = pathname.split('/').at(-1) ?? '';
    if (pathname.startsWith('/v2/accounts/'))
      return Response.json({ accounts: [{ id: '9999999', name: 'Shop' }] });
    const body = noun === list ? bodyOf(Number(searchParams.get('page') ?? 1)) : { [noun]: [], meta: {} };
    return typeof body === 'number' ? new Response('{}', { status: body }) : Response.json(body);
  };
};

/** Records, or names, with these numbers. */
const itemsOf = (list: string, numbers: readonly number[]) =>
  numbers.map((i) => (list === 'event_actions' ? `name ${i}` : { id: String(i), name: `name ${i}` }));

/** Pulls from a service. Returns a list of the copy, and the exit code. */
async function pulled(fetch: Fetch, member: string, before?: string) {
  const folder = before ?? (await place());
  const { code, stderr } = await trickle(['pull', folder], { fetch });
  const files = code === 0 || code === 3 ? await filesIn(folder) : {};
  const account: Json = JSON.parse(files['account.json'] ?? '{}');
  const items = (account[member] ?? []) as readonly (string | Json)[];
  const report: Json = JSON.parse(files['pull.json'] ?? '{}');
  const numbers = items.map((item) => Number(typeof item === 'string' ? item.slice(5) : item.id));
  return { code, stderr, numbers, report, folder };
}

/** Styles of paging: the `meta` of a page, and the response beyond the last of three pages. */
const PAGINGS: readonly [
  how: string,
  meta: (page: number) => unknown,
  beyond: 'empty' | 'repeats' | number,
][] = [
  ['announced', () => ({ total_pages: 3, total_count: 5 }), 'repeats'],
  ['announced as strings', () => ({ total_pages: '3', total_count: '5' }), 'repeats'],
  ['with one too many in total_count', () => ({ total_pages: 3, total_count: 6 }), 'empty'],
  ['with one too many in total_count, and repeated', () => ({ total_pages: 3, total_count: 6 }), 'repeats'],
  ['with one too few in total_count', () => ({ total_pages: 3, total_count: 4 }), 'repeats'],
  ['with one too many in total_pages', () => ({ total_pages: 4, total_count: 5 }), 'empty'],
  ['without total_count', () => ({ total_pages: 3 }), 'repeats'],
  ['with null in meta', () => ({ total_pages: null, total_count: null }), 'empty'],
  ['without meta, and then empty', () => undefined, 'empty'],
  ['without meta, and then repeated', () => undefined, 'repeats'],
  ['without meta, and then 404', () => undefined, 404],
  ['without meta, and then 422', () => undefined, 422],
];

const PAGES = [[1, 2], [3, 4], [5]];

/** Each style for one list, and one unannounced style for each list, since all lists are read by the same code. */
const READINGS = PAGINGS.flatMap(([how, ...paging]) =>
  (how === 'without meta, and then empty' ? LISTS : LISTS.slice(0, 1)).map(
    ([list, member]) => [list, how, { member, paging }] as const,
  ),
);

test.each(READINGS)('all pages of %s are read: %s', async (list, _, { member, paging: [metaOf, beyond] }) => {
  const service = answering(list, (page) => {
    const numbers = PAGES[page - 1] ?? (beyond === 'repeats' ? PAGES[2] : []);
    if (!PAGES[page - 1] && typeof beyond === 'number') return beyond;
    return { [list]: itemsOf(list, numbers ?? []), meta: metaOf(page) };
  });
  const { code, numbers, report } = await pulled(service, member);
  expect(numbers).toEqual([1, 2, 3, 4, 5]);
  expect(report.invalid).toEqual([]);
  expect(code).toBe(0);
});

test('announced pages that are missing are reported', async () => {
  const meta = { total_pages: 1_000_000, total_count: 1_000_000 };
  const service = answering('goals', () => ({ goals: itemsOf('goals', [1]), meta }));
  const { code, numbers, stderr } = await pulled(service, 'goals');
  expect(numbers).toEqual([1]);
  expect(stderr).toContain('goals: pages that the service announces and does not deliver.');
  expect(code).toBe(3);
});

test('an empty page in the middle does not end the list', async () => {
  const pages: Record<number, number[]> = { 1: [1, 2], 2: [], 3: [3] };
  const meta = { total_pages: 3, total_count: 3 };
  const service = answering('goals', (page) => ({ goals: itemsOf('goals', pages[page] ?? []), meta }));
  expect(await pulled(service, 'goals')).toMatchObject({ code: 0, numbers: [1, 2, 3] });
});

test('a list has as many pages as announced, but several empty ones end it', async () => {
  const asked: number[] = [];
  const service = answering('goals', (page) => {
    asked.push(page);
    return { goals: page > 250 ? [] : itemsOf('goals', [page]), meta: { total_pages: 1_000_000 } };
  });
  const { code, numbers } = await pulled(service, 'goals');
  expect(numbers).toHaveLength(250);
  expect(Math.max(...asked)).toBeLessThan(260);
  expect(code).toBe(0);
});

test('a list that changes while it is read is read again', async () => {
  let readings = 0;
  const service = answering('goals', (page) => {
    if (page === 1) readings += 1;
    const first = readings === 1 ? [1, 2] : [0, 1];
    const meta = { total_pages: 2, total_count: page === 2 && readings === 1 ? 4 : 3 };
    return { goals: itemsOf('goals', page === 1 ? first : [2]), meta };
  });
  expect((await pulled(service, 'goals')).numbers).toEqual([0, 1, 2]);
  expect(readings).toBe(2);
});

/** The lists of responses, with their parts. */
const PARTS = {
  custom_field_identifiers: 'fields',
  tags: 'tags',
  event_actions: 'actions',
  campaigns: 'campaigns',
  broadcasts: 'broadcasts',
  workflows: 'workflows',
  forms: 'forms',
  goals: 'goals',
  webhooks: 'webhooks',
};

const SHAPES: readonly [value: unknown, kind: string][] = [
  [{ 0: 'vip' }, 'an object'],
  [null, 'null'],
  [undefined, 'nothing'],
  ['vip', 'a string'],
  [7, 'a number'],
];

test.each(
  Object.entries(PARTS).flatMap(([list, part]) =>
    (part === 'goals' ? SHAPES : SHAPES.slice(0, 1)).map((shape) => [list, part, ...shape] as const),
  ),
)('if %s (%s) are %j, the copy is unchanged, and the part is reported', async (list, part, value, kind) => {
  const folder = await place();
  const member = part === 'fields' ? 'custom_fields' : part === 'actions' ? 'event_actions' : part;
  const isOfNames = !['campaigns', 'broadcasts', 'workflows', 'forms', 'goals', 'webhooks'].includes(part);
  const item = isOfNames ? 'name 1' : { id: '1', name: 'name 1', post_url: 'https://hooks.test/' };
  await pulled(
    answering(list, () => ({ [list]: [item], meta: { total_pages: 1 } })),
    member,
    folder,
  );
  const { code, stderr, numbers } = await pulled(
    answering(list, () => ({ [list]: value, meta: {} })),
    member,
    folder,
  );
  expect(stderr).toContain(
    `${part} could not be read: the response has ${kind} as ${list} instead of a list. The folder has a copy`,
  );
  expect(numbers).toEqual([1]);
  expect(code).toBe(3);
});

test.each([
  [[null], 'null instead of an account'],
  [[], 'nothing instead of an account'],
  [{}, 'an object as accounts instead of a list'],
])('the account %j ends the pull with one line', async (accounts, problem) => {
  const folder = await place();
  const { code, stderr } = await trickle(['pull', folder], {
    fetch: async () => Response.json({ accounts }),
  });
  expect(stderr).toBe(`trickle: The account could not be read: the response has ${problem}.\n`);
  expect(code).toBe(1);
});

test('the campaign of a form is kept with numeric ids of up to 19 digits', async () => {
  const bodies: Record<string, string> = {
    campaigns:
      '{"campaigns":[{"id":7210448301122334455,"name":"A","links":{"forms":[7210448301122334466,12]}}]}',
    forms: '{"forms":[{"id":7210448301122334466,"headline":"Join"},{"id":12},{"id":13}]}',
  };
  const folder = await place();
  const fetch: Fetch = async ({ url }) => {
    const noun = new URL(url).pathname.split('/').at(-1) ?? '';
    return new Response(bodies[noun] ?? `{"${noun}":[],"accounts":[{"id":9999999,"name":"Shop"}]}`);
  };
  expect(await trickle(['pull', folder], { fetch })).toMatchObject({ code: 0 });
  expect(JSON.parse((await filesIn(folder))['account.json'] ?? '').forms).toEqual([
    { id: '12', campaign_id: '7210448301122334455' },
    { id: '13' },
    { id: '7210448301122334466', headline: 'Join', campaign_id: '7210448301122334455' },
  ]);
});
