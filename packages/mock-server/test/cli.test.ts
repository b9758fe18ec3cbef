import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectRefusal, runHere, startHere, temporaryFile } from './command-here.ts';
import { basic } from './harness.ts';
import { bin, Command } from './server-process.ts';

const demoSeed = new URL('../demo-seed.json', import.meta.url).pathname;
const headers = { authorization: basic('trickle_demo_token') };

/** Starts a server on a free port. Returns it with the JSON that it prints. It is killed with the test. */
async function startProcess(...args: readonly string[]) {
  const command = new Command(['--port', '0', '--json', ...args]);
  onTestFinished(() => command[Symbol.asyncDispose]());
  const { url, accounts } = JSON.parse(await command.firstOutput());
  return {
    command,
    accounts,
    ask: (path: string, init: RequestInit = { headers }) => fetch(url + path, init),
  };
}

const seedFile = (content: string) => temporaryFile('seed.json', content);

describe('trickle-server', () => {
  // U-145, U-146
  test('trickle-server accepts a seed with a byte order mark, --strict and --public-url', async () => {
    const file = seedFile(`\uFEFF${readFileSync(demoSeed, 'utf8')}`);
    const proxy = ['--public-url', 'https://api.acme.test/', '--trust-proxy', 'loopback,10.0.0.0/8'];
    const { ask, server } = await startHere('--seed', file, '--strict', ...proxy);
    const accounts = await server.accounts();
    const init = { headers: { authorization: basic(accounts[0]?.tokens[0] ?? '') } };
    expect((await (await ask('/v2/accounts', init)).json()).accounts[0].href).toBe(
      `https://api.acme.test/v2/accounts/${accounts[0]?.id}`,
    );
    expect((await ask('/v2/accounts?color=red', init)).status).toBe(422);
  });

  test('trickle-server starts at another time, at another speed or frozen', async () => {
    const clockOf = async (...args: string[]) =>
      (await (await startHere(...args)).ask('/_admin/clock')).json();
    expect(await clockOf('--time', '2026-03-06T12:00:00Z', '--frozen')).toEqual({
      speed: 0,
      is_frozen: true,
      now: '2026-03-06T12:00:00.000Z',
      time_zone: 'Etc/UTC',
    });
    const { now } = await clockOf('--time', '2020-01-01', '--speed', '100000');
    expect(Date.parse(now)).toBeGreaterThan(Date.parse('2020-01-01T00:01:00Z'));
  });

  test('trickle-server injects the faults of a file, limits the request log, and has other rate limits', async () => {
    const faults = [{ operation: 'user.get', status: 503, times: 2 }, { latency: 1 }];
    const file = seedFile(JSON.stringify(faults));
    const { ask } = await startHere('--faults', file, '--ledger', '1', '--limits', 'individual=7');
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await ask('/v2/user'));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(answers[2]?.headers.get('x-ratelimit-limit')).toBe('7');
    expect(await (await ask('/_admin/requests')).json()).toMatchObject({ requests: [{ status: 200 }] });
  });

  test.each([
    ['the option', ['--admin-password', 'open sesame'], undefined],
    ['the environment', [], 'open sesame'],
  ])('trickle-server requires the admin password from %s', async (_, args, variable) => {
    vi.stubEnv('TRICKLE_ADMIN_PASSWORD', variable);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { ask } = await startHere(...args);
    expect((await ask('/_admin/clock', {})).status).toBe(401);
    const authorization = `Basic ${btoa('me:open sesame')}`;
    expect((await ask('/_admin/clock', { headers: { authorization } })).status).toBe(200);
  });

  test('trickle-server reports which fault of a file is invalid, and why', async () => {
    const file = seedFile(JSON.stringify([{ status: 500 }, { satus: 500 }]));
    const line = `--faults ${file}: [1]: unknown member satus, did you mean status?\n`;
    expectRefusal(await runHere('--port', '0', '--faults', file), line);
  });

  test('trickle-server --json prints one line of JSON first, which clients in any language can use', async () => {
    const { command, ask, accounts } = await startProcess('--demo');
    expect(accounts).toEqual([
      { id: '9999999', tokens: ['trickle_demo_token', 'trickle_member_token', 'trickle_viewer_token'] },
    ]);
    const answer = await ask('/v2/9999999/subscribers/maria@example.com');
    expect(await answer.json()).toMatchObject({ subscribers: [{ first_name: 'Maria' }] });
    expect((await command.stop('SIGTERM')).code).toBe(0);
  });

  test('trickle-server --db stores everything in a file and leaves existing accounts unchanged', async () => {
    const db = temporaryFile('kept.db');
    const { command, ask } = await startProcess('--db', db);
    const body = '{"tags":[{"email":"ann@example.com","tag":"kept"}]}';
    await ask('/v2/9999999/tags', { method: 'POST', headers, body });
    await command.stop('SIGKILL');
    const tags = await (await startHere('--db', db)).ask('/v2/9999999/tags');
    expect(await tags.json()).toEqual({ tags: ['kept'] });
  });

  test.each([
    [['--time', 'noon'], "--time must be ISO 8601, as in 2026-03-06T12:00:00Z, not 'noon'"],
    [['--speed', 'fast'], "--speed must be a number from 0 to 1000000, not 'fast'"],
    [['--speed', '2', '--frozen'], '--frozen and --speed cannot be used together'],
    [['--ledger', '0'], "--ledger must be a number of requests, at least 1, not '0'"],
    [['--smtp', 'localhost'], "--smtp must be a URL such as smtp://localhost:1025, not 'localhost'"],
    [['--faults', '/no.json'], '--faults /no.json could not be read: ENOENT: no such file or directory'],
    [['--port'], '--port requires a value; see --help'],
    [['--port', 'x'], "--port must be a number from 0 to 65535, not 'x'"],
    [['--port', '-1'], "--port must be a number from 0 to 65535, not '-1'"],
    [['--seed', '-x.json'], '--seed -x.json could not be read: ENOENT'],
    [['--seed', 'nowhere.json'], '--seed nowhere.json could not be read: ENOENT'],
    [['--seed', '--json'], '--seed requires a value; see --help'],
    [['--no-port'], 'unknown flag --no-port'],
    [['--demo', '--seed', 'a.json'], '--demo and --seed cannot be used together'],
    [['--demo', '--host', '::'], 'everybody knows the tokens of --demo: use --seed with --host ::'],
    [['start'], "unknown argument 'start'; see --help"],
    [['\u001b[2J\u202e'], String.raw`unknown argument '\u001b[2J\u202e'; see --help`],
    [['--json=yes'], '--json does not take a value'],
    [['--limits', 'many'], '--limits must be'],
    [['--public-url', 'acme'], "--public-url must be a URL such as https://api.example, not 'acme'"],
    [['--trust-proxy', 'loopback,home'], "--trust-proxy: 'home' is not an address or"],
    [['--db', '/nowhere/x.db'], 'could not open --db: unable to open'],
    [['--db', bin], 'could not open --db: file is not a database'],
    [['--host', '999.1.1.1'], 'could not listen: '],
    [['exec'], 'exec needs a command after --, as in trickle-server exec -- npm test'],
    [['exec', 'npm', 'test'], 'put -- before the command: trickle-server exec -- npm test'],
    [['exec', '--json', '--', 'true'], '--json and exec cannot be used together'],
    [['exec', '--exit-with-parent', '--', 'true'], '--exit-with-parent and exec cannot be used together'],
  ])('trickle-server refuses %j with one clear line', async (args, line) => {
    expectRefusal(await runHere('--port', '0', ...args), line);
  });

  test('trickle-server refuses an unknown flag in a process of its own', async () => {
    expectRefusal(await new Command(['--prot', '1']).end(), 'unknown flag --prot, did you mean --port?');
  });

  test.each([
    ['is not JSON', '{"accounts": [', 'is not JSON'],
    ['has a member twice', '{"accounts": [],\n"accounts": []}', 'line 2: the member accounts is there twice'],
    [
      'has half of a character',
      '{"accounts": [{"tags": ["\\ud83d"]}]}',
      'accounts[0].tags[0] contains half of a surrogate pair or NUL',
    ],
    ['has an unknown member', '{"acounts": []}', 'unknown member acounts, did you mean accounts?'],
    [
      'has a wrong value deep inside',
      '{"accounts": [{"subscribers": [{"email": "nobody"}]}]}',
      'accounts[0].subscribers[0].email must be a valid email address',
    ],
  ])('trickle-server refuses a seed that %s with one clear line', async (_, content, line) => {
    const refused = await runHere('--port', '0', '--seed', seedFile(content));
    expectRefusal(refused, '--seed');
    expect(refused.stderr).toContain(line);
  });

  test('--state refuses an invalid state, and a seed or a database beside it', async () => {
    const file = seedFile('{"accounts": []}');
    for (const [args, line] of [
      [[], '--state: not a state'],
      [['--seed', file], '--state cannot be used with --seed'],
      [['--db', temporaryFile('a.db')], '--state cannot be used with --db'],
    ] as const) {
      expectRefusal(await runHere('--port', '0', '--state', file, ...args), line);
    }
  });

  test.each(['--seed', '--state', '--faults'])('%s refuses a device, and a link to one', async (option) => {
    const link = temporaryFile('trickle-seed.json');
    symlinkSync('/dev/zero', link); // it may have no end
    for (const file of ['/dev/zero', link]) {
      expectRefusal(await runHere('--port', '0', option, file), `${option} ${file} is not a file\n`);
    }
  });

  test('control characters in a seed reach no terminal', async () => {
    const seed = seedFile(String.raw`{"a\u001b[2J\u009b\u202e": 1}`);
    const refused = await runHere('--port', '0', '--seed', seed);
    expectRefusal(refused, String.raw`--seed: unknown member a\u001b[2J\u009b\u202e`);
    expect(refused.stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  test('a database with other tables is refused with one clear line, and stays unchanged', async () => {
    const db = temporaryFile('other.db');
    const other = new DatabaseSync(db);
    other.exec('create table recipes (name text)');
    other.close();
    const before = readFileSync(db);
    const refused = await runHere('--port', '0', '--db', db);
    expectRefusal(refused, 'could not open --db: the file is the database of another program');
    expect(readFileSync(db).equals(before)).toBe(true);
  });

  test('a port in use is refused with one clear line', async () => {
    const other = createNetServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const refused = await runHere('--port', port);
    expectRefusal(refused, '');
    expect(refused.stderr).toMatch(/EADDRINUSE.*choose another port with --port/);
  });
});
