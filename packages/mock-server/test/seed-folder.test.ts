import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServer, readSeed, SeedError } from '../src/index.ts';
import { lineOf } from '../src/seed/json-lines.ts';
import { Command } from './server-process.ts';

/** A folder with these files. */
async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-seed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The problems of a folder, with its path left out. */
async function problemsOf(folder: string): Promise<readonly string[]> {
  const error: unknown = await readSeed(folder).catch((reason: unknown) => reason);
  if (!(error instanceof SeedError)) throw new Error('The folder is a seed.');
  return error.problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
}

const NAMES = ['account.json', 'additions.json', 'subscribers.ndjson'];

it.each(NAMES)('a seed whose %s is not a regular file is refused', async (name) => {
  const folder = await folderWith({ 'account.json': { id: '1' } });
  await rm(join(folder, name), { force: true });
  await symlink('/dev/zero', join(folder, name));
  expect(await problemsOf(folder)).toEqual([`${name} is not a regular file`]);
});

const ACCOUNT = {
  id: '1',
  name: 'Shop',
  tags: ['vip'],
  users: [{ email: 'owner@shop.example', token: 'token' }],
  campaigns: [{ id: '111', name: 'Welcome' }],
  broadcasts: [{ id: '555', name: 'News', html_body: { file: 'bodies/555.html' } }],
  workflows: [{ id: '222', name: 'Onboarding' }],
};

const FILES = {
  'account.json': ACCOUNT,
  'bodies/555.html': '<p>Hello</p>\n',
  'subscribers.ndjson': '{"id":"a","email":"ann@shop.example"}\n\n{"id":"b","email":"bob@shop.example"}\n',
  'additions.json': {
    tags: ['vip', 'new'],
    campaigns: [{ id: '111', emails: [{ subject: 'Hi' }] }],
    workflows: [
      { id: '222', steps: [{ type: 'exit' }] },
      { id: '333', name: 'Farewell' },
    ],
  },
};

describe('seeds in folders', () => {
  it('account, subscribers, bodies and additions become one seed, which a server takes', async () => {
    const seed = await readSeed(await folderWith(FILES));
    expect(seed.accounts).toEqual([
      {
        ...ACCOUNT,
        tags: ['vip', 'new'],
        subscribers: [
          { id: 'a', email: 'ann@shop.example' },
          { id: 'b', email: 'bob@shop.example' },
        ],
        campaigns: [{ id: '111', name: 'Welcome', emails: [{ subject: 'Hi' }] }],
        broadcasts: [{ id: '555', name: 'News', html_body: '<p>Hello</p>\n' }],
        workflows: [
          { id: '222', name: 'Onboarding', steps: [{ type: 'exit' }] },
          { id: '333', name: 'Farewell' },
        ],
      },
    ]);
    const server = await createServer({ seed });
    onTestFinished(() => server.close());
    expect(await server.accounts()).toEqual([{ id: '1', tokens: ['token'] }]);
  });

  it('a file is read as before', async () => {
    const folder = await folderWith({ 'seed.json': { accounts: [{ id: '1' }] } });
    expect(await readSeed(join(folder, 'seed.json'))).toEqual({ accounts: [{ id: '1' }] });
  });

  const isTwice = 'is there twice: remove one';
  const noJson = 'is not JSON; correct this line, or pull again';
  const halfOrNul = 'contains half of a surrogate pair or NUL';

  it.each([
    ['account.json', { ...ACCOUNT, nmae: 'x' }, ':1: unknown member nmae, did you mean name?'],
    [
      'account.json',
      { ...ACCOUNT, campaigns: [{ id: '111', name: 'x', status: 'gone' }] },
      ':17: campaigns[0].status ',
    ],
    ['account.json', '{\n  "id": "1",\n  name\n}', `:3: ${noJson}`],
    ['account.json', '[]', ':1: must be an object, an account of a seed'],
    ['subscribers.ndjson', '{"email":"ann@b.test"}\n\n{"email":"bob"}\n', ':3: subscribers[1].email '],
    ['subscribers.ndjson', '{"email":"ann@shop.example"}\n{\n', `:2: ${noJson}`],
    ['account.json', '{\n  "id": "1",\n  "tags": [],\n  "tags": []\n}', `:4: the member tags ${isTwice}`],
    ['additions.json', '{"campaigns": [\n{ "id": "9", "id": "8" }]}', `:2: the member id ${isTwice}`],
    ['subscribers.ndjson', '\n{"email":"a@b.test","email":"b@b.test"}\n', `:2: the member email ${isTwice}`],
    [
      'subscribers.ndjson',
      '{"email":"ann@shop.example","tags":["\\ud83d"]}\n',
      `:1: subscribers[0].tags[0] ${halfOrNul}`,
    ],
    [
      'additions.json',
      '{"campaigns":[{"id":"111",\n"name":"\\u0000"}]}',
      `:2: campaigns[0].name ${halfOrNul}`,
    ],
    [
      'additions.json',
      { workflows: [{ id: '222', steps: [{ type: 'exti' }] }] },
      ':7: workflows[0].steps[0]',
    ],
    ['additions.json', { campaigns: [{ id: '9', emails: [] }] }, ':3: campaigns[1].name '],
  ])('a problem in %s has its file, line and member: %j', async (name, content, problem) => {
    const [only, ...more] = await problemsOf(await folderWith({ ...FILES, [name]: content }));
    expect(more).toEqual([]);
    expect(`${only} `).toContain(`${name}${problem}`);
  });

  it('a problem has its line however long the strings before it are', async () => {
    const account = { ...ACCOUNT, phone_number: 'x'.repeat(10_000_000), forms: [1] };
    const problems = await problemsOf(await folderWith({ ...FILES, 'account.json': account }));
    expect(problems).toEqual([expect.stringMatching(/^account\.json:\d+: forms\[0\] /)]);
  });

  it.each([
    ['../secret.html', 'which must be a relative path inside the folder'],
    ['/etc/hostname', 'which must be a relative path inside the folder'],
    ['bodies/none.html', 'which cannot be read; add the file, or write the text here'],
    ['bodies', 'which is not a file'],
    ['bodies/large.html', 'which is larger than 5 MB; shorten it'],
    ['bodies/link.html', 'a link out of the folder; copy the file into it'],
  ])('a body in %s is refused', async (file, reason) => {
    const other = await folderWith({ 'secret.html': 'secret' });
    const broadcasts = [{ id: '555', name: 'News', html_body: { file } }];
    const folder = await folderWith({
      ...FILES,
      'account.json': { ...ACCOUNT, broadcasts },
      'bodies/large.html': 'x'.repeat(5_000_001),
    });
    await symlink(join(other, 'secret.html'), join(folder, 'bodies/link.html'));
    expect(await problemsOf(folder)).toEqual([
      expect.stringMatching(/^account\.json:\d+: broadcasts\[0\]\.html_body /),
    ]);
    expect((await problemsOf(folder))[0]).toContain(reason);
  });

  it('a folder without an account is not a seed', async () => {
    expect(await problemsOf(await folderWith({}))).toEqual([
      'account.json does not exist; trickle pull writes such a folder',
    ]);
  });

  it('trickle-server takes the folder, and says what is wrong with another', async () => {
    const args = ['--port', '0', '--json', '--seed'];
    await using started = new Command([...args, await folderWith(FILES)]);
    expect(JSON.parse(await started.firstOutput()).accounts).toEqual([{ id: '1', tokens: ['token'] }]);
    const broken = await folderWith({ ...FILES, 'account.json': { ...ACCOUNT, nmae: 'x' } });
    await using refused = new Command([...args, broken]);
    const { code, stderr } = await refused.end();
    expect(stderr).toContain('account.json:1: unknown member nmae');
    expect(code).toBe(1);
  });
});

it('the line of a value is where it begins, for any JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }), fc.nat(4), (before, at) => {
      const value = [...before.slice(0, at), { 'a"b,': [{ here: 'MARK' }] }, ...before.slice(at)];
      const text = JSON.stringify(value, undefined, 2);
      const lines = text.split('\n');
      const index = value.findIndex((item) => JSON.stringify(item).includes('MARK'));
      const expected = lines.findIndex((line) => line.includes('"MARK"')) + 1;
      expect(lineOf(text, [index, 'a"b,', 0, 'here'])).toBe(expected);
      expect(lineOf(text, [index, 'a"b,', 0, 'gone'])).toBe(expected - 1);
    }),
  );
});
