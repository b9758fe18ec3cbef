import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../src/cli/index.ts';

const bin = new URL('../bin/trickle-server.js', import.meta.url).pathname;
const demoSeed = new URL('../demo-seed.json', import.meta.url).pathname;

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  return child;
}

/** Runs the command to its end. Returns the output and the exit code. */
async function run(...args: readonly string[]) {
  const child = start(...args);
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await exit;
  return { stdout, stderr, code };
}

/** Runs the command in this process, for what it refuses: a problem has the same line as in a process of its own. */
async function runHere(...args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  }
  const before = process.exitCode;
  try {
    await main(args);
    return { ...written, code: process.exitCode };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function seedFile(content: string): Promise<string> {
  const file = join(await temporaryFolder(), 'seed.json');
  await writeFile(file, content);
  return file;
}

/** Calls the admin API of a server that was started with `--json`. */
async function admin(child: ReturnType<typeof start>, path: string, init: RequestInit = {}) {
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const answer = await fetch(`${JSON.parse(line).url}/_admin${path}`, init);
  return [answer.status, answer.status === 200 ? await answer.json() : await answer.text()];
}

describe('trickle-server', () => {
  // U-145, U-146
  test('trickle-server accepts a seed with a byte order mark, --strict and --public-url', async () => {
    const file = await seedFile(`\uFEFF${await readFile(demoSeed, 'utf8')}`);
    const args = [
      '--strict',
      '--public-url',
      'https://api.acme.test/',
      '--trust-proxy',
      'loopback,10.0.0.0/8',
    ];
    const child = start('--port', '0', '--json', '--seed', file, ...args);
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const { url, accounts } = JSON.parse(line);
    const headers = { authorization: `Basic ${btoa(`${accounts[0].tokens[0]}:`)}` };
    const answer = await fetch(`${url}/v2/accounts`, { headers });
    expect((await answer.json()).accounts[0].href).toBe(
      `https://api.acme.test/v2/accounts/${accounts[0].id}`,
    );
    expect((await fetch(`${url}/v2/accounts?color=red`, { headers })).status).toBe(422);
  });

  test('trickle-server starts at another time, at another speed or frozen', async () => {
    const frozen = start('--port', '0', '--json', '--time', '2026-03-06T12:00:00Z', '--frozen');
    expect(await admin(frozen, '/clock')).toEqual([
      200,
      { speed: 0, is_frozen: true, now: '2026-03-06T12:00:00.000Z', time_zone: 'Etc/UTC' },
    ]);
    const fast = start('--port', '0', '--json', '--time', '2020-01-01', '--speed', '100000');
    const [, { now }] = await admin(fast, '/clock');
    expect(Date.parse(now)).toBeGreaterThan(Date.parse('2020-01-01T00:01:00Z'));
  });

  test('trickle-server injects the faults of a file and limits the request log', async () => {
    const file = await seedFile(
      JSON.stringify([{ operation: 'user.get', status: 503, times: 2 }, { latency: 1 }]),
    );
    const child = start('--port', '0', '--json', '--faults', file, '--ledger', '1');
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const { url } = JSON.parse(line);
    const headers = { authorization: `Basic ${btoa('trickle_demo_token:')}` };
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(`${url}/v2/user`, { headers })).status);
    expect(statuses).toEqual([503, 503, 200]);
    const kept = await (await fetch(`${url}/_admin/requests`)).json();
    expect(kept.requests).toMatchObject([{ status: 200 }]);
  });

  test.each([
    ['the option', ['--admin-password', 'open sesame'], {}],
    ['the environment', [], { TRICKLE_ADMIN_PASSWORD: 'open sesame' }],
  ])('trickle-server requires the admin password from %s', async (_, args, environment) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [bin, '--port', '0', '--json', ...args], { stdio: 'pipe', env });
    onTestFinished(() => void child.kill());
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const url = `${JSON.parse(line).url}/_admin/clock`;
    expect((await fetch(url)).status).toBe(401);
    const headers = { authorization: `Basic ${btoa('me:open sesame')}` };
    expect((await fetch(url, { headers })).status).toBe(200);
  });

  test.each([
    [['--time', 'noon'], "--time must be ISO 8601, as in 2026-03-06T12:00:00Z, not 'noon'"],
    [['--speed', 'fast'], "--speed must be a number from 0 to 1000000, not 'fast'"],
    [['--speed', '2', '--frozen'], '--frozen and --speed cannot be used together'],
    [['--ledger', '0'], "--ledger must be a number of requests, at least 1, not '0'"],
    [['--smtp', 'localhost'], "--smtp must be a URL such as smtp://localhost:1025, not 'localhost'"],
    [
      ['--faults', '/nowhere.json'],
      '--faults /nowhere.json could not be read: ENOENT: no such file or directory',
    ],
  ])('trickle-server reports what is wrong with %j', async (args, message) => {
    const { stderr, code } = await runHere('--port', '0', ...args);
    expect([stderr.startsWith(`trickle-server: ${message}`), stderr, code]).toEqual([true, stderr, 1]);
  });

  test('trickle-server reports which fault of a file is invalid, and why', async () => {
    const file = await seedFile(JSON.stringify([{ status: 500 }, { satus: 500 }]));
    const { stderr, code } = await runHere('--port', '0', '--faults', file);
    expect([stderr, code]).toEqual([
      `trickle-server: --faults ${file}: [1]: unknown member satus, did you mean status?\n`,
      1,
    ]);
  });

  test('trickle-server --json prints one line of JSON first, which clients in any language can use', async () => {
    const child = start('--port', '0', '--json', '--demo');
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const { url, accounts } = JSON.parse(line);
    expect(accounts).toEqual([
      { id: '9999999', tokens: ['trickle_demo_token', 'trickle_member_token', 'trickle_viewer_token'] },
    ]);
    const authorization = `Basic ${btoa('trickle_demo_token:')}`;
    const answer = await fetch(`${url}/v2/9999999/subscribers/maria@example.com`, {
      headers: { authorization },
    });
    expect(await answer.json()).toMatchObject({ subscribers: [{ first_name: 'Maria' }] });
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('trickle-server prints its URL and credentials for humans', async () => {
    const child = start('--port', '0');
    const lines = await text(
      child.stdout.on('data', (data) => String(data).includes('/docs') && child.kill('SIGINT')),
    );
    expect(lines).toMatch(/http:\/\/127\.0\.0\.1:\d+\n/);
    expect(lines).toContain('Account 9999999: token trickle_demo_token\n');
    expect(lines).toMatch(/API reference: http:\/\/127\.0\.0\.1:\d+\/docs\n/);
  });

  test('trickle-server --db stores everything in a file and leaves existing accounts unchanged', async () => {
    const db = join(await temporaryFolder(), 'kept.db');
    const authorization = `Basic ${btoa('trickle_demo_token:')}`;
    const first = start('--port', '0', '--json', '--db', db);
    const before = JSON.parse((await once(first.stdout.setEncoding('utf8'), 'data'))[0]);
    await fetch(`${before.url}/v2/9999999/tags`, {
      method: 'POST',
      headers: { authorization },
      body: '{"tags":[{"email":"ann@example.com","tag":"kept"}]}',
    });
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = start('--port', '0', '--json', '--db', db);
    const after = JSON.parse((await once(second.stdout.setEncoding('utf8'), 'data'))[0]);
    const tags = await fetch(`${after.url}/v2/9999999/tags`, { headers: { authorization } });
    expect(await tags.json()).toEqual({ tags: ['kept'] });
  });

  test('trickle-server runs without limits or with others', async () => {
    const child = start('--port', '0', '--json', '--limits', 'individual=7');
    const { url } = JSON.parse((await once(child.stdout.setEncoding('utf8'), 'data'))[0]);
    const answer = await fetch(`${url}/v2/user`, {
      headers: { authorization: `Basic ${btoa('trickle_demo_token:')}` },
    });
    expect(answer.headers.get('x-ratelimit-limit')).toBe('7');
  });

  test('trickle-server --help lists every option, and --version prints the version', async () => {
    const help = await run('--help');
    for (const option of ['port', 'host', 'db', 'seed', 'limits', 'json', 'help', 'version']) {
      expect(help.stdout).toContain(`--${option}`);
    }
    expect(await run('--version')).toEqual({ stdout: '0.1.0\n', stderr: '', code: 0 });
  });

  test.each([
    ['a flag without its value', ['--port'], '--port requires a value; see --help'],
    ['a port that is no number', ['--port', 'x'], "--port must be a number from 0 to 65535, not 'x'"],
    ['a port below zero', ['--port', '-1'], "--port must be a number from 0 to 65535, not '-1'"],
    ['a seed that looks like an option', ['--seed', '-x.json'], '--seed -x.json could not be read: ENOENT'],
    ['an option in the place of a value', ['--seed', '--json'], '--seed requires a value; see --help'],
    ['an option that has no opposite', ['--no-port'], 'unknown flag --no-port'],
    ['--demo with another seed', ['--demo', '--seed', 'a.json'], '--demo and --seed cannot be used together'],
    [
      '--demo for other machines',
      ['--demo', '--host', '0.0.0.0'],
      'everybody knows the tokens of --demo: use --seed with --host 0.0.0.0',
    ],
    ['a word that is no option', ['start'], "unknown argument 'start'; see --help"],
    ['control characters', ['\u001b[2J\u202e'], String.raw`unknown argument '\u001b[2J\u202e'; see --help`],
    ['a value where none belongs', ['--json=yes'], '--json does not take a value'],
    ['limits that cannot be read', ['--limits', 'many'], '--limits must be'],
    [
      'a public URL that is none',
      ['--public-url', 'acme'],
      "--public-url must be a URL such as https://api.example, not 'acme'",
    ],
    [
      'a proxy that is no address',
      ['--trust-proxy', 'loopback,home'],
      "--trust-proxy: 'home' is not an address or",
    ],
    ['a seed that is not there', ['--seed', 'nowhere.json'], '--seed nowhere.json could not be read: ENOENT'],
    ['a database that cannot be written', ['--db', '/nowhere/x.db'], 'could not open --db: unable to open'],
    ['a file that is no database', ['--db', bin], 'could not open --db: file is not a database'],
  ])('trickle-server with %s prints one clear line and fails', async (_, args, line) => {
    const { stdout, stderr, code } = await runHere('--port', '0', ...args);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`trickle-server: ${line}`);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  });

  test.each([
    ['an unknown flag', ['--prot', '1'], 'unknown flag --prot, did you mean --port?'],
    // It replaces globals before it listens.
    ['a host that is none', ['--host', '999.1.1.1'], 'could not listen: '],
  ])('trickle-server with %s prints one clear line and exits with an error', async (_, args, line) => {
    const { stdout, stderr, code } = await run('--port', '0', ...args);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`trickle-server: ${line}`);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
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
  ])(
    'a seed that %s makes trickle-server print one clear line and exit with an error',
    async (_, content, line) => {
      const { stderr, code } = await runHere('--port', '0', '--seed', await seedFile(content));
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(stderr).toContain(line);
      expect(code).toBe(1);
    },
  );

  test.each(['--seed', '--state', '--faults'])(
    '%s refuses a device, which may have no end, and a link to one',
    async (option) => {
      const link = join(await temporaryFolder(), 'trickle-seed.json');
      await symlink('/dev/zero', link);
      for (const file of ['/dev/zero', link]) {
        const { stderr, code } = await runHere('--port', '0', option, file);
        expect([stderr, code]).toEqual([`trickle-server: ${option} ${file} is not a file\n`, 1]);
      }
    },
  );

  test('control characters in a seed reach no terminal', async () => {
    const seed = await seedFile(String.raw`{"a\u001b[2J\u009b\u202e": 1}`);
    const { stderr, code } = await run('--port', '0', '--seed', seed);
    expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(stderr).toContain(String.raw`--seed: unknown member a\u001b[2J\u009b\u202e`);
    expect(code).toBe(1);
  });

  test('a database with other tables makes trickle-server print one clear line and exit, and stays unchanged', async () => {
    const db = join(await temporaryFolder(), 'other.db');
    const other = new DatabaseSync(db);
    other.exec('create table recipes (name text)');
    other.close();
    const before = await readFile(db);
    const { stderr, code } = await runHere('--port', '0', '--db', db);
    expect(stderr).toMatch(
      /^trickle-server: could not open --db: the file is the database of another program.*\n$/,
    );
    expect(code).toBe(1);
    expect((await readFile(db)).equals(before)).toBe(true);
  });

  test('a port in use makes trickle-server print one clear line and exit with an error', async () => {
    const other = createNetServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { stderr, code } = await run('--port', port);
    expect(stderr).toMatch(/^trickle-server: .*EADDRINUSE.*choose another port with --port.*\n$/);
    expect(code).toBe(1);
  });
});
