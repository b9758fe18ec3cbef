import { join } from 'node:path';
import type { Fetch } from '@trickle/sdk';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { COMMANDS, createProgram } from '../src/program.ts';
import { processIo } from '../src/terminal/process-io.ts';
import { jsonLines, onPort, REACHING, temporaryFile, temporaryFolder, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/** The members that the help of a command promises. */
const promised = (name: string) =>
  Object.keys(COMMANDS.find((one) => one.name === name)?.json.members ?? {}).sort();

/** Standard output, parsed as one line of JSON. */
async function printed(args: readonly string[], typed: Parameters<typeof trickle>[1]): Promise<unknown> {
  const { stdout, stderr, code } = await trickle([...args, '--json', '--quiet'], typed);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(stdout);
}

test('every command describes in its help what it prints with --json', async () => {
  const program = createProgram(processIo);
  expect(program.commands.map((command: Command) => command.name()).sort()).toEqual(
    COMMANDS.map(({ name }) => name).sort(),
  );
  for (const {
    name,
    json: { members },
  } of COMMANDS) {
    const { stdout } = await trickle([name, '--help']);
    expect(stdout).toMatch(/^With --json:$/m);
    for (const member of Object.keys(members)) expect(stdout).toMatch(new RegExp(`^ {4}${member} +\\S`, 'm'));
  }
});

test('import prints its numbers, after a dry run as well', async () => {
  const { fetch } = await sandbox();
  const file = await temporaryFile('s.csv', 'email\na@x.io\nb@x.io\na@x.io\n');
  const expected = {
    ...{ imported: 3, resumed: 0, rejected: 0, failed: 0, unknown: 0, errors: null, isComplete: true },
    repeated: 1,
    leftOut: 0,
    reasons: [],
    first: null,
  };
  expect(await printed(['import', file, '--dry-run'], { fetch })).toEqual({
    ...expected,
    dryRun: true,
    first: { email: 'a@x.io' },
  });
  const result = await printed(['import', file], { fetch });
  expect(result).toEqual({ ...expected, dryRun: false });
  expect(Object.keys(result as object).sort()).toEqual(promised('import'));
});

test('import with rejected records prints its numbers and the report, and an error', async () => {
  const { fetch } = await sandbox();
  const file = await temporaryFile('s.csv', 'email\na@x.io\nnobody\n');
  const { stdout, stderr, code } = await trickle(['import', file, '--json'], { fetch });
  expect(JSON.parse(stdout)).toMatchObject({ imported: 1, rejected: 1, isComplete: false });
  expect(JSON.parse(stdout).errors).toBe(file.replace('.csv', '.errors.csv'));
  const [warning, error] = jsonLines(stderr);
  expect(warning.warning.message).toContain('1 record rejected.');
  expect(error).toEqual({
    error: { name: 'Incomplete', message: 'Some records were rejected or failed.', exitCode: 3 },
  });
  expect(code).toBe(3);
});

test('an import that stops prints its progress and an error', async () => {
  const { fetch } = await sandbox();
  const file = await temporaryFile('s.csv', 'email\na@x.io\nb@x.io\n');
  let calls = 0;
  const failing: Fetch = async (request) => {
    calls += 1;
    return calls === 1 ? fetch(request) : Response.json({ errors: [] }, { status: 401 });
  };
  const { stdout, stderr, code } = await trickle(['import', file, '--chunk-size', '1', '--json'], {
    fetch: failing,
  });
  expect(JSON.parse(stdout)).toMatchObject({ imported: 1, isComplete: false });
  const lines = jsonLines(stderr);
  expect(lines.at(-1)).toMatchObject({ error: { name: expect.any(String), exitCode: 4 } });
  expect(code).toBe(4);
});

test('export prints records as NDJSON, or one object about the file', async () => {
  const { client, fetch } = await sandbox();
  for (const email of ['a@x.io', 'b@x.io']) await client.subscribers.upsert({ email });
  const { stdout } = await trickle(['export', 'subscribers', '--json'], { fetch });
  expect(jsonLines(stdout).map(({ email }) => email)).toEqual(['a@x.io', 'b@x.io']);
  const output = join(await temporaryFolder(), 's.csv');
  const result = await printed(['export', 'subscribers', '--output', output], { fetch });
  expect(result).toEqual({ output, format: 'csv', records: 2 });
  expect(Object.keys(result as object).sort()).toEqual(promised('export'));
  const csv = await trickle(['export', 'subscribers', '--json', '--format', 'csv'], { fetch });
  expect(csv).toMatchObject({ code: 2, stdout: '' });
});

test('call prints the result of the operation, or null', async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io' });
  expect(await printed(['call', 'tags', 'list'], { fetch })).toEqual([]);
  expect(await printed(['call', 'subscribers', 'delete', 'a@x.io'], { fetch })).toBeNull();
});

test('tail prints an object per event', async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io' });
  const event = await printed(['tail', '--since', '0', '--limit', '1'], { fetch });
  expect(Object.keys(event as object).sort()).toEqual(promised('tail'));
});

test('listen prints an object per webhook', async () => {
  const { client, fetch } = await sandbox();
  const url = await onPort((_, response) => void response.writeHead(204).end());
  const watching: Fetch = async (request) => {
    const response = await fetch(request);
    // The next event is the first one in the stream.
    if (request.url.includes('webhooks/stream'))
      setImmediate(() => void client.subscribers.upsert({ email: 'a@x.io' }));
    return response;
  };
  const webhook = await printed(['listen', '--forward-to', url, '-n', '1', '--events', 'created'], {
    fetch: watching,
  });
  expect(webhook).toMatchObject({ event: 'subscriber.created', url: `${url}/`, status: 204, error: null });
  expect(Object.keys(webhook as object).sort()).toEqual(promised('listen'));
});

test('notes that a program may wait for are lines of JSON too, except with --quiet', async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io' });
  const args = ['tail', '--since', '0', '--limit', '1', '--json'];
  const { stderr } = await trickle(args, { fetch });
  expect(JSON.parse(stderr)).toEqual({
    note: { message: 'Following account 9999999 at http://trickle.localhost. Press Ctrl-C to stop.' },
  });
  expect((await trickle([...args, '-q'], { fetch })).stderr).toBe('');
});

test('trigger prints the event and the deliveries', async () => {
  const { fetch } = await sandbox();
  const result = await printed(['trigger', 'applied_tag'], { fetch });
  expect(Object.keys(result as object).sort()).toEqual(promised('trigger'));
});

test('whoami, login, logout and completion print one object', async () => {
  const { fetch } = await sandbox();
  const env = { XDG_CONFIG_HOME: await temporaryFolder() };
  const ends: [string, string[]][] = [
    ['login', ['login', '--base-url', 'http://trickle.localhost', '--api-key', 'trickle_demo_token']],
    ['whoami', ['whoami']],
    ['logout', ['logout']],
    ['completion', ['completion', 'bash']],
  ];
  for (const [name, args] of ends) {
    const result = await printed(args, { fetch, env });
    expect(Object.keys(result as object).sort()).toEqual(promised(name));
  }
});

const rejecting: Fetch = async () =>
  Response.json({ errors: [{ code: 'not_found_error', message: 'Not here' }] }, { status: 404 });

test.each<[string[], object]>([
  [['imprt'], { name: 'UsageError', message: expect.stringContaining('Did you mean import?'), exitCode: 2 }],
  [['tail', '--evnt', 'x'], { message: expect.stringContaining('Did you mean --event?'), exitCode: 2 }],
  [[], { name: 'UsageError', message: 'A command is missing. See --help.', exitCode: 2 }],
  [['export', 'tags', '--limit', 'x'], { name: 'UsageError', message: expect.any(String), exitCode: 2 }],
  [['call', 'subscribers', 'get', 'a@x.io'], { name: 'NotFoundError', status: 404, exitCode: 5 }],
  [
    ['call', 'subscribers', 'upsert', '{"emial":"a@x.io"}'],
    {
      name: 'InputError',
      exitCode: 2,
      issues: expect.arrayContaining([expect.objectContaining({ code: 'unknown_member' })]),
    },
  ],
  [['trigger', 'created'], { message: expect.stringContaining('is not a reference server'), exitCode: 2 }],
  [['login'], { name: 'UsageError', exitCode: 2 }],
])('%j with --json prints its error as one line of JSON to standard error', async (args, error) => {
  for (const typed of [
    ['--json', ...args],
    [...args, '--json'],
  ]) {
    const { stdout, stderr, code } = await trickle(typed, {
      fetch: rejecting,
      ...(args[0] === 'login' && { env: {} }),
    });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
    const parsed = JSON.parse(stderr);
    expect(parsed).toEqual({ error: expect.objectContaining(error) });
    expect(code).toBe(parsed.error.exitCode);
  }
});

test('--json after -- is not an option', async () => {
  const { stderr } = await trickle(['call', 'subscribers', 'gett', '--', '--json']);
  expect(stderr).toMatch(/^trickle: unknown command 'gett'/);
});

const ESCAPE = '\u001B[';

test.each<[isScreen: boolean, env: Record<string, string>, args: string[], hasColors: boolean]>([
  [true, {}, [], true],
  [false, {}, [], false],
  [true, {}, ['--no-color'], false],
  [false, { FORCE_COLOR: '1' }, ['--no-color'], false],
])('on a terminal (%s) with %j %j, colors are %s', async (isScreen, env, args, hasColors) => {
  const { fetch } = await sandbox();
  const typed = { fetch, isScreen, isTerminal: isScreen, env: { ...REACHING, ...env } };
  const whoami = await trickle(['whoami', ...args], typed);
  const help = await trickle(['tail', '--help', ...args], typed);
  const failed = await trickle(['whoami', '--api-key', 'wrong', ...args], typed);
  for (const text of [whoami.stdout, help.stdout, failed.stderr])
    expect(text.includes(ESCAPE)).toBe(hasColors);
});

test.each([
  [true, '{\n  "'],
  [false, '{"'],
])('on a terminal (%s), JSON is indented', async (isScreen, beginning) => {
  const { fetch } = await sandbox();
  const { stdout } = await trickle(['whoami', '--json'], { fetch, isScreen });
  expect(stdout.slice(0, beginning.length)).toBe(beginning);
});

test('a progress line is drawn on a terminal only, and removed at the end', async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'a@x.io' });
  const output = join(await temporaryFolder(), 's.csv');
  const args = ['export', 'subscribers', '--output', output];
  const shown = await trickle(args, { fetch, isTerminal: true });
  expect(shown.stderr).toContain('\r\u001B[K1 of 1\r\u001B[K');
  for (const typed of [
    { isTerminal: false },
    { isTerminal: true, more: ['--json'] },
    { isTerminal: true, more: ['-q'] },
  ]) {
    const { stderr } = await trickle([...args, ...(typed.more ?? [])], {
      fetch,
      isTerminal: typed.isTerminal,
    });
    expect(stderr).not.toContain('\r');
  }
});
