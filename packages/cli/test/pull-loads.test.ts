import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createServer, readSeed } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../scripts/setup/arbitrary-strings.ts';
import { runsOf } from '../../../scripts/setup/thorough.ts';
import { onPort, REACHING, trickle } from './command.ts';
import { filesIn, place } from './copied-account.ts';

type Json = Record<string, unknown>;

/** One valid record of each list, as sent by a service. */
const RECORDS = {
  campaigns: { id: '111', name: 'Welcome', status: 'active', links: { forms: ['333'] } },
  broadcasts: { id: '555', name: 'News', status: 'draft', subject: 'Hi', html_body: '<p>Hi</p>' },
  workflows: { id: '222', name: 'Onboarding', status: 'active' },
  triggers: { id: '9', provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'vip' } },
  forms: { id: '333', headline: 'Join', orientation: 'embedded', whitelist: ['/a'] },
  goals: { id: '444', name: 'Bought', status: 'active', default_value: 5 },
  webhooks: { id: '77', post_url: 'https://hooks.test/a', events: ['subscriber.created'] },
} satisfies Record<string, Json>;

/** The responses of a service: lists by name. Everything else is empty. */
type Lists = Readonly<Record<string, unknown>>;

const NAMES = ['custom_field_identifiers', 'tags', 'event_actions', ...Object.keys(RECORDS)];

/** A service with these lists, each on one page. */
function answering(lists: Lists, account: unknown = { id: '9999999', name: 'Shop' }): Fetch {
  return async ({ url }) => {
    const path = new URL(url).pathname;
    const name = NAMES.find((noun) => path.endsWith(`/${noun}`));
    const body = name ? { meta: { total_pages: 1 }, [name]: lists[name] ?? [] } : { accounts: [account] };
    return Response.json(body);
  };
}

/** Pulls from a service, and starts a server with the copy. */
async function pullAndLoad(fetch: Fetch, given?: string) {
  const folder = given ?? (await place());
  const pulled = await trickle(['pull', folder], { fetch });
  const seed = await readSeed(folder);
  const server = await createServer({ seed });
  await server.close();
  const [account = {}] = seed.accounts ?? [];
  const report: Json = JSON.parse((await filesIn(folder))['pull.json'] ?? '');
  return { ...pulled, folder, account, report };
}

const long = (length: number) => 'x'.repeat(length);

/** A member that a seed refuses, in an otherwise valid record. */
const MISFITS: readonly [noun: keyof typeof RECORDS, member: string, value: unknown][] = [
  ['campaigns', 'status', 'archived'],
  ['campaigns', 'notify_subscribe_email', 'Boss <b@x>'],
  ['campaigns', 'bcc', ['b@mail.test']],
  ['campaigns', 'confirmation_url', '/thanks'],
  ['campaigns', 'days_of_the_week_mask', '0000000'],
  ['campaigns', 'minutes_from_midnight', 1440],
  ['campaigns', 'from_email', 'Boss <b@x>'],
  ['campaigns', 'created_at', 'yesterday'],
  ['broadcasts', 'send_at', 1_700_000_000],
  ['broadcasts', 'localize_sending_time', 'yes'],
  ['broadcasts', 'subject', long(5001)],
  ['workflows', 'status', 7],
  ['forms', 'orientation', 'sideways'],
  ['forms', 'opacity', '0.5'],
  ['goals', 'default_value', 2_147_483_647],
  ['goals', 'counting_method', 'some'],
  ['goals', 'url', long(5001)],
  ['webhooks', 'include_received_email', 1],
];

test('only invalid members of records are left out, and reported', async () => {
  const lists: Record<string, Json[]> = {};
  const left = MISFITS.map(([noun, member, value], i) => {
    lists[noun] = [...(lists[noun] ?? []), { ...RECORDS[noun], id: String(1000 + i), [member]: value }];
    return `${noun} ${1000 + i}: ${member}`;
  });
  const { code, stderr, account, report } = await pullAndLoad(answering(lists));
  expect(code).toBe(3);
  expect((report.invalid as string[]).toSorted()).toEqual(left.toSorted());
  for (const line of left) expect(stderr).toContain(`Left out, since it is invalid: ${line}.\n`);
  for (const [i, [noun, member]] of MISFITS.entries()) {
    const { id: _, [member]: __, links: ___, post_url: ____, ...others }: Json = RECORDS[noun];
    const kept = ((account as Json)[noun] as Json[]).find(({ id }) => id === String(1000 + i));
    expect(kept).toMatchObject(others);
    expect(kept).not.toHaveProperty([member]);
  }
});

test.each<[what: string, lists: Lists, kept: Json, invalid: string[]]>([
  [
    'an event of a webhook that the interface does not list',
    { webhooks: [{ ...RECORDS.webhooks, events: ['subscriber.created', 'subscriber.sneezed'] }] },
    { webhooks: [{ id: '77', events: ['subscriber.created'] }] },
    ['webhooks 77: events[1]'],
  ],
  [
    'the status of a scheduled broadcast without a time',
    { broadcasts: [{ ...RECORDS.broadcasts, status: 'scheduled' }] },
    { broadcasts: [{ id: '555', name: 'News' }] },
    ['broadcasts 555: status'],
  ],
  [
    'a tag of more than 255 characters',
    { tags: ['vip', long(256)] },
    { tags: ['vip'] },
    [`tags: a name '${long(60)}…'`],
  ],
  [
    'a record without a name',
    { goals: [{ id: '445' }, { id: '446', name: 5 }, RECORDS.goals] },
    { goals: [{ id: '444' }] },
    [
      'goals 445: the record, since name is missing or invalid',
      'goals 446: the record, since name is missing or invalid',
    ],
  ],
  [
    'a property of a trigger',
    {
      workflows: [RECORDS.workflows],
      triggers: [{ ...RECORDS.triggers, properties: { tag: 'vip', note: long(5001) } }],
    },
    { workflows: [{ id: '222', triggers: [{ id: '9', properties: { tag: 'vip' } }] }] },
    ['workflows 222: triggers[0].properties.note'],
  ],
  [
    'a trigger that another workflow has too',
    { workflows: [RECORDS.workflows, { ...RECORDS.workflows, id: '223' }], triggers: [RECORDS.triggers] },
    {
      workflows: [
        { id: '222', triggers: [{ id: '9' }] },
        { id: '223', triggers: [] },
      ],
    },
    ['workflows 223: triggers[0]'],
  ],
  [
    'webhooks beyond the first hundred',
    { webhooks: Array.from({ length: 101 }, (_, i) => ({ ...RECORDS.webhooks, id: String(100 + i) })) },
    {},
    ['webhooks 200: the record'],
  ],
  [
    'items of other kinds',
    { goals: [null, RECORDS.goals, 'x'], tags: ['vip', { name: 'vip' }], forms: [{ headline: 'No id' }] },
    { goals: [{ id: '444' }], tags: ['vip'], forms: [] },
    [
      'tags: an object instead of a name',
      'forms: a record without a valid id',
      'goals: null instead of a record',
      'goals: a string instead of a record',
    ],
  ],
])('%s is left out, and reported', async (_, lists, kept, invalid) => {
  const { code, account, report } = await pullAndLoad(answering(lists));
  expect(account).toMatchObject(kept);
  expect(report.invalid).toEqual(invalid);
  expect(code).toBe(3);
});

test('bodies become files only if every system can distinguish their names', async () => {
  const ids = ['Ab', 'aB', 'ab', 'con', 'COM1', '555', 'é', 'a.b', '..'];
  const broadcasts = ids.map((id) => ({ id, name: 'News', html_body: `<p>${id}</p>` }));
  const { code, folder, account } = await pullAndLoad(answering({ broadcasts }));
  expect(code).toBe(0);
  const bodies = Object.keys(await filesIn(folder)).filter((name) => name.startsWith('bodies/'));
  expect(bodies).toEqual(['bodies/555.html', 'bodies/ab.html']);
  const loaded = (account as { broadcasts: readonly Json[] }).broadcasts.map(({ id, html_body }) => [
    id,
    html_body,
  ]);
  expect(Object.fromEntries(loaded)).toEqual(Object.fromEntries(ids.map((id) => [id, `<p>${id}</p>`])));
});

test('compressed responses are read', async () => {
  const url = await onPort((request, response) => {
    const noun = new URL(request.url ?? '', REACHING.TRICKLE_BASE_URL).pathname.split('/').at(-1) ?? '';
    const records = noun === 'goals' ? [RECORDS.goals] : [];
    const body = JSON.stringify({ accounts: [{ id: '9999999', name: 'Shop' }], [noun]: records });
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
    response.end(gzipSync(body));
  });
  const folder = await place();
  const env = { ...REACHING, TRICKLE_BASE_URL: url };
  expect(await trickle(['pull', folder, '--only', 'account,goals'], { env })).toMatchObject({ code: 0 });
  expect(await readSeed(folder)).toMatchObject({ accounts: [{ goals: [{ id: '444' }] }] });
});

/** Members of an account that are not lists: the line does not show deeper paths. */
test.each([[[{ '': 2 ** 53 }]], [[long(6000)]], [['\ud800']], [[{}]], [{ a: [1] }]])(
  'in the account, only members with the invalid value %j are left out, and reported',
  async (value) => {
    const members = ['name', 'url', 'created_at', 'default_from_email'];
    const invalid = Object.fromEntries(members.map((member) => [member, value]));
    const { code, account, report } = await pullAndLoad(answering({}, { id: '9999999', ...invalid }));
    expect((report.invalid as string[]).toSorted()).toEqual(members.map((name) => `account: ${name}`).sort());
    for (const member of members) expect(account).not.toHaveProperty(member);
    expect(code).toBe(3);
  },
);

test('a body loads exactly as sent, even if a file could not hold it', async () => {
  const starts = ['', '\x01', '\uFEFF', '%PDF-', 'PK\x03\x04', '{\\rtf', '\r\n', 'a\x01b\x01'];
  const text = fc
    .tuple(fc.constantFrom(...starts), fc.string({ unit: anyCharacter }))
    .map((parts) => parts.join('').toWellFormed().replaceAll(/[@\0]/g, ''))
    .filter((body) => body !== '');
  await fc.assert(
    fc.asyncProperty(text, text, async (html_body, text_body) => {
      const broadcast = { ...RECORDS.broadcasts, html_body, text_body };
      const { code, account } = await pullAndLoad(answering({ broadcasts: [broadcast] }));
      expect(account).toMatchObject({ broadcasts: [{ html_body, text_body }] });
      expect(code).toBe(0);
    }),
    { numRuns: runsOf(50), examples: starts.slice(1).map((start) => [start, start]) },
  );
});

// U-333
test.each(['\0', 'a\0b', '\ud800', '\ude00x'])(
  'a body with %j, which no seed can hold, is left out',
  async (html_body) => {
    const broadcast = { ...RECORDS.broadcasts, html_body, text_body: 'Hello' };
    const { code, account } = await pullAndLoad(answering({ broadcasts: [broadcast] }));
    expect([code, account]).toMatchObject([3, { broadcasts: [{ text_body: 'Hello' }] }]);
  },
);

/** Odd values that a service might send. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', 'x', '0', 'archived', '0000000', 'Boss <b@x>', '/thanks', 'a@b.test', long(300), long(6000)],
    ...['\0', '\uFEFFx', '%PDF-', '.', '..', 'a/b', '\ud800', '2026-13-45', '2026-01-01T00:00:00Z'],
    ...['https://x.test/?e=ann@mail.test', null, 0, -1, 1.5, 1e308, 2 ** 53, true, [], [null], {}],
    ...[['subscriber.created', 'nothing'], [{ '': 2 ** 53 }], { 0: 'vip' }, { toString: [] }, { valueOf: 1 }],
    ...[{ file: 'bodies/1.html' }, { file: '/etc/passwd' }],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Members that only some records have. */
const OTHERS = [
  ...['status', 'created_at', 'send_at', 'events', 'bcc', 'links', 'properties', 'whitelist', 'text_body'],
  ...['confirmation_url', 'notify_subscribe_email', 'days_of_the_week_mask', 'from_email'],
];

/** A record of which some members are odd. */
const record = ([noun, valid]: [string, Json]) => {
  const names = fc.constantFrom(...Object.keys(valid), ...OTHERS);
  const changes = fc.dictionary(names, odd, { maxKeys: 3 });
  return fc.tuple(
    fc.constant(noun),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: changes.map((change) => ({ ...valid, ...change })) },
        { weight: 1, arbitrary: odd },
      ),
      { maxLength: 4 },
    ),
  );
};

const lists = fc
  .tuple(
    ...Object.entries(RECORDS).map(record),
    ...['custom_field_identifiers', 'tags', 'event_actions'].map((noun) =>
      fc.tuple(fc.constant(noun), fc.array(odd, { maxLength: 4 })),
    ),
  )
  .map((entries): Lists => Object.fromEntries(entries));

test('the server loads the copy of any service, however odd its responses', async () => {
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.dictionary(fc.constantFrom('id', 'name', 'url', 'default_from_email', 'created_at'), odd),
      async (all, members) => {
        const { code, stderr, account } = await pullAndLoad(answering(all, { id: '9999999', ...members }));
        expect(account).toHaveProperty('id', '9999999');
        expect([0, 3]).toContain(code);
        expect(stderr).not.toMatch(/TypeError|RangeError|undefined|\[object/);
      },
    ),
    { numRuns: runsOf(60) },
  );
});

/** Additions that complete a noun's records, and the members that a new record also needs. */
const COMPLETED = [
  ['campaigns', { emails: [{ subject: 'Hi' }] }, { name: 'Mine' }],
  ['broadcasts', { subject: 'Hi' }, { name: 'Mine' }],
  ['workflows', { steps: [{ type: 'exit' }] }, { name: 'Mine' }],
  ['goals', { default_value: 7 }, { name: 'Mine' }],
  ['webhooks', { include_received_email: true }, { post_url: 'https://hooks.test/mine' }],
] as const;

test.each(COMPLETED)('an addition to deleted %s is left out, and reported', async (noun, addition, own) => {
  const { id } = RECORDS[noun];
  const { folder } = await pullAndLoad(answering({ [noun]: [RECORDS[noun]] }));
  const file = join(folder, 'additions.json');
  await writeFile(file, JSON.stringify({ [noun]: [{ id, ...addition }] }));
  expect(await readSeed(folder)).toMatchObject({ accounts: [{ [noun]: [{ id, ...addition }] }] });
  const deleted = answering({});
  const pulled = await pullAndLoad(deleted, folder);
  expect(pulled).toMatchObject({
    code: 3,
    account: { [noun]: [] },
    report: { goneRecords: [`${noun} ${id}`] },
  });
  expect(pulled.stderr).toContain(
    `additions.json completes ${noun} ${id}, which the copy does not have: left out.\n`,
  );
  const checked = await trickle(['pull', folder, '--check'], { fetch: deleted });
  expect(checked.code).toBe(3);
  // A complete record is the user's own, and a misspelt id is still an error.
  await writeFile(file, JSON.stringify({ [noun]: [{ id, ...addition, ...own }] }));
  expect(await readSeed(folder)).toMatchObject({ accounts: [{ [noun]: [{ id, ...own }] }] });
  await writeFile(file, JSON.stringify({ [noun]: [{ id: '1', ...addition }] }));
  await expect(readSeed(folder)).rejects.toThrow(/additions\.json:1: \w+\[0\]\.\w+ is required/);
});

test.each([
  ['a campaign that was deleted', { forms: [{ id: '333', campaign_id: '111' }] }],
  [
    'a subscriber who is not made up any more',
    { events: [{ email: 'subscriber-9@example.com', action: 'Bought' }] },
  ],
  ['a member that does not exist', { goals: [{ id: '444', nmae: 'x' }] }],
])('a copy that would not load, because of an addition with %s, is not written', async (_, additions) => {
  const { folder } = await pullAndLoad(answering({ campaigns: [RECORDS.campaigns], goals: [RECORDS.goals] }));
  await writeFile(join(folder, 'additions.json'), JSON.stringify(additions));
  const before = await filesIn(folder);
  const { code, stderr } = await trickle(['pull', folder], {
    fetch: answering({ goals: [RECORDS.goals] }),
  });
  expect(stderr).toMatch(
    /^trickle: The server would not load the copy: .*additions\.json:1: .* Nothing was written\.\n$/,
  );
  expect(code).toBe(2);
  expect(await filesIn(folder)).toEqual(before);
});

/** Every place in a JSON value. */
const placesIn = (value: unknown): (string | number)[][] =>
  typeof value !== 'object' || value === null
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, item]) => placesIn(item).map((path) => [key, ...path]))];

/** A copy of a value, with another value at a place. */
const replaced = (value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown =>
  key === undefined
    ? other
    : Array.isArray(value)
      ? value.map((item, i) => (String(i) === key ? replaced(item, rest, other) : item))
      : { ...(value as Json), [key]: replaced((value as Json)[key], rest, other) };

test('an id of the folder that is an object is shown as JSON', async () => {
  const { folder } = await pullAndLoad(answering({ workflows: [RECORDS.workflows] }));
  const content = JSON.parse((await filesIn(folder))['account.json'] ?? '');
  const changed = replaced(content, ['workflows', '0', 'id'], { toString: [] });
  await writeFile(join(folder, 'account.json'), JSON.stringify(changed));
  const { stdout, stderr } = await trickle(['pull', folder, '--dry-run'], {
    fetch: answering({ workflows: [RECORDS.workflows] }),
  });
  expect([stdout, stderr].join()).toContain('({"toString":[]})');
});

test.each(['pull.json', 'account.json'])(
  'with any content of %s, a pull works or reports the problem in one line',
  async (name) => {
    const all = Object.fromEntries(Object.entries(RECORDS).map(([noun, one]) => [noun, [one]]));
    const fetch = answering(all);
    const refusing: Fetch = async (request) =>
      /accounts\//.test(request.url) ? fetch(request) : new Response('{}', { status: 403 });
    const { folder } = await pullAndLoad(fetch);
    const file = join(folder, name);
    const text = (await filesIn(folder))[name] ?? '';
    const content: unknown = JSON.parse(text);
    const places = fc.constantFrom(...placesIn(content));
    await fc.assert(
      fc.asyncProperty(places, odd, fc.constantFrom(fetch, refusing), async (path, other, service) => {
        await writeFile(file, JSON.stringify(replaced(content, path, other)));
        const { code, stderr } = await trickle(['pull', folder, '--dry-run'], {
          fetch: service,
        });
        expect([0, 2, 3]).toContain(code);
        expect(stderr).not.toMatch(/TypeError|Cannot read|is not a function|\bat .*:\d+/);
        if (code === 2) expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      }),
      { numRuns: runsOf(100) },
    );
  },
);
