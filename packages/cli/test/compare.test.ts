// @thorough: whole services, compared
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toNodeHandler } from '@trickle/sdk/webhooks';
import { expect, test } from 'vitest';
import { SCENARIOS } from '../src/compare/scenarios/index.ts';
import { onPort, start, temporaryFile, temporaryFolder, trickle } from './command.ts';
import { CANARY, TOKEN } from './compare/account.ts';
import { deviating } from './compare/deviations.ts';
import { ALL, deviation, MAILBOX, OWN, opened, pair, stateOf } from './compare/pair.ts';
import { filesIn } from './copied-account.ts';

test('without permission, the service receives only GET requests and requests that it refuses', async () => {
  const { compare, first, requests } = await pair();
  const before = await stateOf(first);
  expect((await compare(['--repeat', '1'])).code).toBe(0);
  const writing = requests.filter((request) => !request.startsWith('GET'));
  expect(writing.length).toBeGreaterThan(10);
  expect(await stateOf(first)).toEqual(before);
});

test('each difference is printed once per place, and --check exits with 8', async () => {
  const sandbox = await opened();
  const { compare } = await pair({
    sandbox: deviating(sandbox.fetch, deviation('missing: subscribers[].sms_consent')),
  });
  const only = [...OWN, '--only', 'subscribers.', '--repeat', '1'];
  const { code, stdout, stderr } = await compare(only);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^Differences:\n {2}missing {2}subscribers\[\]\.sms_consent\n {4}service {2}false\n {4}sandbox {2}absent\n {4}where .*subscribers\.upsert/,
  );
  expect(stdout.match(/sms_consent/g)).toHaveLength(1);
  expect(stderr).toContain('operations: 1 difference.');
  const one = [...OWN, '--only', 'subscribers.create', '--repeat', '1'];
  expect((await compare([...one, '--check'])).code).toBe(8);
});

test('accepted differences have a reason, and stale ones fail the check', async () => {
  const sandbox = await opened();
  const { compare } = await pair({ sandbox: deviating(sandbox.fetch, deviation('new: users[].id')) });
  const user = { class: 'new', place: 'users[].id', reason: 'The sandbox is more helpful.' };
  const gone = { class: 'missing', place: 'users[].name', reason: 'Once.' };
  const elsewhere = { ...gone, scenarios: ['tags.apply'] };
  const accept = async (accepted: unknown) => [
    '--only',
    'user.',
    '--check',
    '--accept',
    await temporaryFile('a.json', JSON.stringify({ accepted })),
  ];
  expect(await compare(await accept([user]))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('more helpful'),
  });
  expect(await compare(await accept([user, elsewhere]))).toMatchObject({ code: 0 });
  expect(await compare(await accept([user, gone]))).toMatchObject({
    code: 8,
    stdout: expect.stringContaining('Accepted, but gone'),
  });
  expect(await compare(await accept([{ ...user, scenarios: ['tags.list'] }]))).toMatchObject({ code: 8 });
  expect(await compare(await accept([{ ...user, reason: ' ' }]))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('accepted[0] must have a class (status, header,'),
  });
});

test('a recording of all scenarios contains no account data, and an equal sandbox does not differ from it', async () => {
  const { compare, requests } = await pair();
  const folder = join(await temporaryFolder(), 'recording');
  expect(await compare([...ALL, '--record', folder, '--repeat', '1'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`Recorded ${SCENARIOS.length} scenarios`),
  });
  const written = Object.values(await filesIn(folder)).join('\n');
  for (const secret of [CANARY, TOKEN, 'yours.example', '555 0188', 'service.localhost', '9999999']) {
    expect(written.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(written).toContain('"id":"<subscriber:1>"');

  requests.length = 0;
  const { code, stdout } = await compare(['--against', folder, '--check', '--json', '--repeat', '1']);
  expect(code).toBe(0);
  const { scenarios, operations, ...others } = JSON.parse(stdout);
  expect(scenarios).toHaveLength(SCENARIOS.length);
  expect(operations).toHaveLength(56);
  const lists = { differences: [], accepted: [], stale: [], unstable: [], incomplete: [], undecided: [] };
  expect(others).toEqual(lists);
  expect(requests).toEqual([]);
});

test('two recordings are equal', async () => {
  const parent = await temporaryFolder();
  const [one, two] = [join(parent, 'one'), join(parent, 'two')];
  for (const folder of [one, two]) {
    const { compare } = await pair();
    await compare([...ALL, '--record', folder, '--repeat', '1', '--only', 'campaigns.']);
  }
  expect(await filesIn(two)).toEqual(await filesIn(one));
});

test('reports are JSON, Markdown or one HTML page, without account data', async () => {
  const sandbox = await opened();
  const { compare } = await pair({ sandbox: deviating(sandbox.fetch, deviation('new: goals[].links.form')) });
  const folder = await temporaryFolder();
  for (const name of ['r.json', 'r.md', 'r.html']) {
    expect(await compare(['--only', 'goals.', '--report', join(folder, name)])).toMatchObject({ code: 0 });
  }
  const { 'r.json': json = '', 'r.md': markdown = '', 'r.html': html = '' } = await filesIn(folder);
  expect(JSON.parse(json)).toMatchObject({
    service: 'http://service.localhost',
    differences: [{ place: 'goals[].links.form' }],
  });
  expect(markdown).toContain(String.raw`| new | goals\[\].links.form | absent | "5" |`);
  expect(html).toContain('<td data-column="Place">goals[].links.form</td>');
  expect(html).not.toMatch(/<script|<link|src=|@import|url\(/);
  expect(json + markdown + html).not.toContain(CANARY);
});

test.each([1, 21])(
  '--clean removes everything left by a run that was killed after %d changes',
  async (count) => {
    const [service, sandbox] = await Promise.all([opened({ limits: false }), opened({ limits: false })]);
    const before = await stateOf(service);
    const changed = Promise.withResolvers<void>();
    let changes = 0;
    const answer = toNodeHandler(async (request) => {
      const response = await service.fetch(request);
      if (request.method === 'POST' && response.ok) changes += 1;
      if (changes === count) changed.resolve();
      return response;
    });
    const env = {
      TRICKLE_BASE_URL: await onPort((request, response) => void answer(request, response)),
      ...{ TRICKLE_API_KEY: TOKEN, TRICKLE_ACCOUNT_ID: '9999999' },
      XDG_CONFIG_HOME: await temporaryFolder(),
    };
    const chosen = [...OWN, '--only', 'subscribers.', '--share', '1'];
    const { child, ended } = start(['compare', ...chosen, '--sandbox', await sandbox.listen()], env);
    await changed.promise;
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: null });
    expect(await stateOf(service)).not.toEqual(before);
    const clean = () => trickle(['compare', '--clean'], { env });
    expect(await clean()).toMatchObject({ code: 0, stderr: 'Nobody is left any more.\n' });
    expect(await stateOf(service)).toEqual(before);
    expect(await clean()).toMatchObject({ stderr: 'Nobody was left.\n' });
  },
);

test('no request exceeds the share of the hourly limit', async () => {
  const service = await opened({ limits: { individual: 40 } });
  const { compare, requests } = await pair({ service: service.fetch });
  const ended = compare(['--only', 'campaigns.', '--repeat', '10'], {
    onStart: (interrupt) =>
      void expect
        .poll(() => requests.length)
        .toBeGreaterThanOrEqual(20)
        .then(() => setImmediate(interrupt)),
  });
  expect(await ended).toMatchObject({ code: 130 });
  expect(requests.length).toBe(20);
});

test.each([
  ['subscribers without a mailbox', ['--allow', 'own'], 'Say where their emails go: --mailbox'],
  [
    'a mailbox without a number',
    ['--allow', 'own', '--mailbox', 'qa@x.example'],
    '--mailbox must be an email address with {n} in it',
  ],
  [
    'an account that is not disposable',
    ['--allow', 'account', '--mailbox', MAILBOX, '--disposable', '5'],
    'add --disposable 9999999',
  ],
  [
    'an unknown scenario',
    ['--only', 'subscriber.create'],
    "No scenario begins with 'subscriber.create', did you mean",
  ],
  [
    'a scenario without permission',
    ['--only', 'subscribers.create'],
    "No scenario that begins with 'subscribers.create' may run with --allow read. Add --allow own.",
  ],
  [
    'a scenario for a disposable account',
    ['--only', 'webhooks.create'],
    'may run with --allow read. Add --allow account.',
  ],
  [
    'recording and its opposite',
    ['--record', 'a', '--against', 'b'],
    '--record stores responses, --against uses them. Use one.',
  ],
  [
    'an unknown kind of report',
    ['--report', 'report.pdf'],
    '--report writes .json, .md, .html, not report.pdf.',
  ],
  [
    'no reference server',
    ['--sandbox', 'http://nobody.localhost'],
    'No reference server answers at http://nobody.localhost.',
  ],
  ['a sandbox that is not a URL', ['--sandbox', 'nowhere'], "--sandbox must be a URL, not 'nowhere'."],
  [
    'a folder without a recording',
    ['--against', import.meta.dirname],
    'has no recording. Make one with --record.',
  ],
  ['a share above 1', ['--share', '2'], "--share must be a number above 0 and up to 1, not '2'."],
])('%s is reported in one line, and nothing is written', async (_, args, message) => {
  const { compare, requests } = await pair();
  const { code, stdout, stderr } = await compare(args);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test.each([
  ['rejects the key', () => new Response('denied', { status: 401 }), 4],
  ['answers HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 1],
  ['does not answer', () => Promise.reject(new TypeError('fetch failed')), 7],
] as const)('a service that %s ends the command', async (_, service, exitCode) => {
  const { compare } = await pair({ service });
  const { code, stdout, stderr } = await compare([]);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
});

test('a service whose ids and times are objects is compared to the end', async () => {
  const service = await opened();
  const { compare } = await pair({
    async service(request) {
      const response = await service.fetch(request);
      const text = await response.text();
      const altered = text.replaceAll(/"(id|\w+_at)":"[^"]*"/g, '"$1":{"toString":1}');
      return new Response(altered || null, response);
    },
  });
  expect(await compare([...OWN, '--repeat', '1'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('an object'),
  });
});

test('a recording that lacks a scenario, of changed scenarios, or of something else, is refused', async () => {
  const { compare } = await pair();
  const folder = join(await temporaryFolder(), 'recording');
  await compare(['--record', folder, '--only', 'user.']);
  const refused = async (message: string, ...args: readonly string[]) =>
    expect(await compare(['--against', folder, ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  await refused(`No scenario that begins with 'tags.list' is in ${folder}.`, '--only', 'tags.list');
  const file = join(folder, 'user.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"steps":"\w+"/, '"steps":"0"'));
  await refused('user.get has changed');
  await writeFile(file, '[{}]');
  await refused('is not a recording');
});
