import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { anyCharacter } from '../../../scripts/setup/arbitrary-strings.ts';
import { REACHING, temporaryFolder, trickle } from './command.ts';
import { sandbox, seedOf } from './sandbox.ts';

const root = join(import.meta.dirname, '../../..');
const ODD = [
  'constructor',
  '__proto__',
  'a */ b',
  'it\'s "so"',
  `\`\${x}\``,
  '\\',
  '🛶',
  'x'.repeat(255),
  '\u202e',
  '\ud800',
];

/** A folder for a seed and its types, in which modules of this repository are found. */
function workFolder(): string {
  const parent = join(root, 'test-results');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const accountOf = (members: object) => ({ accounts: [{ id: '9999999', ...members }] });

/** Writes the types of an account. Returns them with the output of the command. */
async function typesOf(members: object, args: readonly string[] = [], folder = workFolder()) {
  const [seed, file] = [join(folder, 'seed.json'), join(folder, 'shop.ts')];
  await writeFile(seed, JSON.stringify(accountOf(members)));
  const ended = await trickle(['types', file, '--from', seed, ...args], { env: {} });
  return { ...ended, file, folder, seed, text: await readFile(file, 'utf8').catch(() => '') };
}

/** The compiler's output about the files of a folder. */
async function compile(folder: string): Promise<string> {
  const settings = { extends: join(root, 'tsconfig.json'), include: ['*.ts'], exclude: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [compiler, '--project', folder, '--checkers', '1'], { encoding: 'utf8' })
    .stdout;
}

const literals = (names: readonly string[]) =>
  names.length === 0 ? 'never' : names.map((name) => JSON.stringify(name)).join(' | ');

test('any names give a file that compiles and contains exactly these names, and a client of these types rejects others', async () => {
  const name = fc.oneof(
    fc.constantFrom(...ODD),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 255 }),
  );
  const names = fc.uniqueArray(name, { maxLength: 12 });
  const samples = fc.sample(fc.record({ tags: names, fields: names, actions: names, campaigns: names }), {
    numRuns: 25,
    seed: 31,
  });
  const folder = workFolder();
  for (const [i, { tags, fields, actions, campaigns }] of samples.entries()) {
    const { code, text } = await typesOf(
      {
        ...{ tags, custom_fields: fields, event_actions: actions },
        campaigns: campaigns.map((campaign, id) => ({ id: String(id), name: campaign })),
      },
      [],
      folder,
    );
    expect(code).toBe(0);
    await writeFile(join(folder, `types${i}.ts`), text);
    await writeFile(
      join(folder, `check${i}.ts`),
      `import type { Client } from '@trickle/sdk';
import { type Shop, shop } from './types${i}.ts';
type Same<A, B> = [A, B] extends [B, A] ? true : false;
export const tags: Same<Shop['tags'], ${literals(tags)}> = true;
export const fields: Same<Shop['customFields'], ${literals(fields)}> = true;
export const actions: Same<keyof Shop['events'], ${literals(actions)}> = true;
export const campaigns: Same<keyof typeof shop.campaigns, ${literals(campaigns)}> = true;
export const toAny = (client: Client<Shop>): Client => client;
`,
    );
    const { shop } = await import(join(folder, `types${i}.ts`));
    expect(Object.entries(shop.campaigns).map(([name, id]) => campaigns[Number(id)] === name)).toEqual(
      campaigns.map(() => true),
    );
  }
  await writeProgram(folder);
  expect(await compile(folder)).toBe('');
});

test('the same names give the same bytes, whatever their order', async () => {
  const first = await typesOf({ tags: ['b', 'a', 'a'], event_actions: ['y', 'x'] });
  const second = await typesOf({ tags: ['a', 'b'], event_actions: ['x', 'y'] });
  expect(second.text).toBe(first.text);
  expect(first.text).toMatch(/^\/\/ Written by `trickle types` from account 9999999\./);
});

/** Writes types with loose names and patterns, and a program that uses them. */
async function writeProgram(folder: string): Promise<void> {
  await typesOf(
    { tags: ['vip', 'order-1'], custom_fields: ['plan'], event_actions: ['Bought shoes', 'Left'] },
    ['--loose', 'fields', '--pattern', 'tags=order-*', '--pattern', 'events=Bought *'],
    folder,
  );
  await writeFile(
    join(folder, 'program.ts'),
    `import { createClient } from '@trickle/sdk';
import type { Shop } from './shop.ts';
const client = createClient<Shop>();
const email = 'a@x.io';
void client.subscribers.upsert({ email, tags: ['vip', 'order-77'], custom_fields: { plan: 1, other: 2 } });
void client.events.record({ email, action: 'Bought boats', properties: { length: 5 } });
// @ts-expect-error: misspelt
void client.subscribers.upsert({ email, tags: ['vpi'] });
// @ts-expect-error: misspelt
void client.events.record({ email, action: 'Gone' });
`,
  );
}

test('names from subscribers and events of a seed are included, and properties are learnt from events', async () => {
  const folder = workFolder();
  const events = join(folder, 'events.ndjson');
  const lines = [
    { action: 'Signed up', properties: { source: 'ad', value: 5, plan: null, 'to ann@example.com': 1 } },
    { action: 'Signed up', properties: { source: 'mail', value: '5' } },
    { action: 'Wrote to ann@example.com' },
  ];
  await writeFile(events, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeFile(
    join(folder, 'trickle.types.json'),
    JSON.stringify({ tags: ['soon'], events: { 'Signed up': { plan: ['free', 'pro'] }, Coming: {} } }),
  );
  const { text, stderr } = await typesOf(
    {
      subscribers: [
        { email: 'a@x.io', tags: ['buyer', 'call +49 30 1234567890'], custom_fields: { hat: 'L' } },
      ],
      events: [{ email: 'a@x.io', action: 'Left', properties: { page: '/' } }],
    },
    ['--events', events],
    folder,
  );
  for (const part of ["'buyer'", "'soon'", "'hat'", 'page?: string', 'source?: string', 'value?: unknown']) {
    expect(text).toContain(part);
  }
  expect(text).toContain("plan?: 'free' | 'pro';");
  expect(text).toContain("'Coming': { [name: string]: unknown };");
  expect(text + stderr).not.toMatch(/ann@|1234567890/);
  expect(stderr).toContain('Left out tags: 1 that contain an email address or a phone number.');
});

test('with more than 5,000 names, any name is accepted, and a warning explains patterns', async () => {
  const tags = Array.from({ length: 5001 }, (_, i) => `order-${i}`);
  const { text, stderr } = await typesOf({ tags });
  expect(text).toContain('  tags: string;');
  expect(stderr).toContain(
    "5,001 tags are more than 5,000: any name is accepted. Name patterns that they follow, as in --pattern tags='order-*'.",
  );
  const narrow = await typesOf({ tags }, ['--pattern', 'tags=order-*']);
  expect(narrow.text).toContain(`    | \`order-\${string}\`;`);
  expect(narrow.stderr).not.toContain('any name');
});

test('--check exits with 8 and prints the difference, and writes nothing', async () => {
  const { file, folder, text } = await typesOf({ tags: ['vip'] });
  expect(await trickle(['types', file, '--from', join(folder, 'seed.json'), '--check'])).toMatchObject({
    code: 0,
  });
  await writeFile(join(folder, 'seed.json'), JSON.stringify(accountOf({ tags: ['vip', 'black-friday'] })));
  const checked = await trickle(['types', file, '--from', join(folder, 'seed.json'), '--check']);
  expect(checked).toMatchObject({ code: 8, stdout: "+ 'black-friday'\n" });
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each(['\r\n', '\n'])(
  'a file whose lines end with %j is up to date, or differs only in names',
  async (end) => {
    const { file, folder, seed, text } = await typesOf({ tags: ['vip'], custom_fields: ['plan'] });
    const checkout = text.replaceAll('\n', end);
    await writeFile(file, checkout);
    const args = ['types', file, '--from', seed];
    expect(await trickle([...args, '--check'])).toMatchObject({ code: 0, stdout: '' });
    expect(await trickle(args)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(checkout);
    await writeFile(seed, JSON.stringify(accountOf({ tags: ['vip', 'new'], custom_fields: ['plan'] })));
    expect(await trickle([...args, '--check'])).toMatchObject({ code: 8, stdout: "+ 'new'\n" });
    expect(await typesOf({ tags: ['vip', 'new'], custom_fields: ['plan'] }, [], folder)).toMatchObject({
      code: 0,
      text: text.replace("    | 'vip'", "    | 'new'\n    | 'vip'"),
    });
  },
);

test('a file that the command has not written is unchanged', async () => {
  const folder = workFolder();
  await writeFile(join(folder, 'shop.ts'), 'export const mine = 1;\n');
  const { code, stderr, text } = await typesOf({ tags: ['vip'] }, [], folder);
  expect({ code, text }).toEqual({ code: 2, text: 'export const mine = 1;\n' });
  expect(stderr).toContain('was not written by trickle types. Choose another file.');
});

test.each([
  [['--pattern', 'tags=*'], "--pattern must be like tags='order-*', not 'tags=*'."],
  [['--loose', 'names'], "--loose takes tags, fields, events, not 'names'."],
  [['--events', 'missing.ndjson'], 'cannot read missing.ndjson: no such file or directory'],
])('%j is one clear error', async (args, message) => {
  const { code, stderr, text } = await typesOf({}, args);
  expect({ code, text }).toEqual({ code: 2, text: '' });
  expect(stderr).toContain(message);
});

test.each([
  ['{ "tag": [] }', "'tag' is not one of tags, customFields, events."],
  ['{ "tags": "vip" }', 'tags must be a list of names.'],
  [
    '{ "events": { "A": { "b": "text" } } }',
    "'b' of 'A' must be string, number, boolean, unknown or a list of values.",
  ],
  ['{', 'is not a JSON object.'],
])('the file of additions %s is one clear error', async (content, message) => {
  const folder = workFolder();
  await writeFile(join(folder, 'trickle.types.json'), content);
  const { code, stderr } = await typesOf({}, [], folder);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

const SEED = seedOf({
  ...{ tags: ['vip'], custom_fields: ['plan'], event_actions: ['Left'] },
  campaigns: [{ id: '111', name: 'Welcome' }],
});

test('without a copy, the service is read; a copy of the same account gives the same types', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await temporaryFolder();
  const [live, copied] = [join(folder, 'live.ts'), join(folder, 'copied.ts')];
  const typed = { env: REACHING, fetch };
  expect(await trickle(['types', live], typed)).toMatchObject({ code: 0 });
  expect(await trickle(['pull', join(folder, 'copy')], typed)).toMatchObject({ code: 0 });
  expect(await trickle(['types', copied, '--from', join(folder, 'copy')], { env: {} })).toMatchObject({
    code: 0,
  });
  const text = await readFile(live, 'utf8');
  expect(text).toContain("Welcome: '111'");
  expect(await readFile(copied, 'utf8')).toBe(text);
});
