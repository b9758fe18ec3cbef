// @thorough: many processes
import { statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { demoSeedFor } from '../src/cli/demo-seed.ts';
import { readCommandLine } from '../src/cli/options.ts';
import { expectRefusal, runHere, startHere, temporaryFile } from './command-here.ts';
import { basic } from './harness.ts';
import { Command } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** Starts a server in an empty folder, and stops it when it has printed its last line. Returns what it printed. */
async function printedBy(...args: readonly string[]) {
  using folder = new TemporaryFolder();
  await using command = new Command(['--port', '0', ...args], { cwd: folder.path });
  await command.firstOutput();
  return await command.stop('SIGTERM');
}

const DEMO = 'trickle_demo_token';
const OPEN = ['--host', '0.0.0.0'];

describe('the output of trickle-server', () => {
  test('the first line is the URL of the inspector, and another one that of the API reference', async () => {
    const { stdout } = await printedBy();
    expect(stdout.split('\n')[0]).toMatch(/^Inspector: http:\/\/127\.0\.0\.1:\d+\/_inspector$/);
    expect(stdout).toMatch(/\nAPI reference: http:\/\/127\.0\.0\.1:\d+\/docs\n/);
  });

  test.each([
    ['on a screen', [], { FORCE_COLOR: '1' }, true],
    ['with --no-color', ['--no-color'], { FORCE_COLOR: '1' }, false],
    ['in a pipe', [], {}, false],
  ])('the addresses and the requests have colors %s: %j, %j, %s', async (_, args, env, isColored) => {
    using folder = new TemporaryFolder();
    const settings = { cwd: folder.path, env: { PATH: process.env.PATH, ...env } };
    await using command = new Command(['--port', '0', '--verbose', ...args], settings);
    const printed = await command.firstOutput();
    await fetch(`${/http:\/\/[\d.:]+/.exec(printed)?.[0]}/v2/user`);
    const { stdout, stderr } = await command.stop('SIGTERM');
    expect(stdout.includes('\u001B[1mhttp://127.0.0.1:')).toBe(isColored);
    expect(stderr.includes('\u001B[94mGET   \u001B[39m  \u001B[33m401')).toBe(isColored);
    expect((stdout + stderr).includes('\u001B')).toBe(isColored);
  });

  test('all URLs are below --public-url', async () => {
    const { stdout } = await printedBy('--public-url', 'https://sandbox.example.com/crm/');
    const urls = stdout.match(/https?:\S+/g) ?? [];
    expect(urls).toHaveLength(3); // inspector, API reference, API
    expect(urls.filter((url) => !url.startsWith('https://sandbox.example.com/crm'))).toEqual([]);
  });

  // U-276
  test('a start prints only the tokens of accounts that it has added', async () => {
    using folder = new TemporaryFolder();
    const db = ['--db', folder.file('kept.db')];
    const first = await printedBy(...db);
    expect(first.stdout).toContain(`Account 9999999: token ${DEMO}\n`);
    const again = await printedBy(...db);
    expect(again.stdout + again.stderr).not.toContain(DEMO);
    expect(again.stdout).toContain('Accounts in the database: 1; the inspector shows their tokens\n');
    const users = [{ email: 'ann@acme.test', token: 'token_of_ann' }];
    writeFileSync(folder.file('seed.json'), JSON.stringify({ accounts: [{ id: '1234567', users }] }));
    const more = await printedBy(...db, '--seed', folder.file('seed.json'));
    expect(more.stdout).toContain('Account 1234567: token token_of_ann\n');
    expect(more.stdout).not.toContain(DEMO);
  });

  // U-276
  test.each([[[]], [['--json']]])('with --log json, no token is printed (%j)', async (args) => {
    const { stdout, stderr } = await printedBy('--log', 'json', ...args);
    expect(stdout).toContain('9999999');
    expect(stdout + stderr).not.toContain(DEMO);
  });
});

// U-275
describe('the first account of a server that other machines can reach', () => {
  const tokenOf = (...args: readonly string[]) =>
    demoSeedFor(readCommandLine(args).options).accounts?.[0]?.users?.[0]?.token;

  test.each([
    ['--host', ['--host', '0.0.0.0']],
    ['--host with IPv6', ['--host', '::']],
    ['--public-url', ['--public-url', 'https://sandbox.example.com']],
  ])('the token is random with %s', (_, args) => {
    const tokens = [tokenOf(...args), tokenOf(...args)];
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(tokens).size).toBe(2);
  });

  test('the printed token opens the account, and the well-known one does not', async () => {
    using folder = new TemporaryFolder();
    await using command = new Command(['--port', '0', ...OPEN], { cwd: folder.path });
    const printed = await command.firstOutput();
    const [, token = ''] = /^Account 9999999: token (\S+)$/m.exec(printed) ?? [];
    const asked = async (given: string) => {
      const url = /http:\/\/0\.0\.0\.0:\d+/.exec(printed)?.[0];
      return (await fetch(`${url}/v2/user`, { headers: { authorization: basic(given) } })).status;
    };
    expect([await asked(token), await asked(DEMO)]).toEqual([200, 401]);
  });

  test.each([
    ['--host 127.0.0.1', ['--host', '127.0.0.1']],
    ['a public URL of this machine', ['--public-url', 'http://sandbox.localhost:4100']],
  ])('the token is the well-known one with %s', (_, args) => {
    expect(tokenOf(...args)).toBe(DEMO);
  });

  test('with --log json, a start is refused if nobody could learn the token', async () => {
    expectRefusal(
      await runHere('--port', '0', ...OPEN, '--log', 'json'),
      'with --host 0.0.0.0 the token of the first account is random, and --log json does not print it; add --seed, --write-env or --admin-password\n',
    );
    const file = temporaryFile('.env');
    await startHere(...OPEN, '--log', 'json', '--write-env', file);
    expect(await readFile(file, 'utf8')).toMatch(/^TRICKLE_API_KEY=[0-9a-f]{32}$/m);
  });

  test('a database with accounts gets no further account', async () => {
    const [db, seed] = [
      temporaryFile('kept.db'),
      temporaryFile('seed.json', '{"accounts": [{"id": "1234567"}]}'),
    ];
    await (await startHere('--db', db, '--seed', seed)).server.close();
    const { server } = await startHere('--db', db, ...OPEN);
    expect(await server.accounts()).toMatchObject([{ id: '1234567' }]);
  });
});

describe('--write-env', () => {
  test('a start writes the variables of its first account, and leaves the other lines of the file', async () => {
    const file = temporaryFile('.env', '# ours\nTRICKLE_API_KEY=old\nPORT=3000\n');
    const { url } = await startHere('--write-env', file);
    expect(await readFile(file, 'utf8')).toBe(
      `# ours\nTRICKLE_API_KEY=${DEMO}\nPORT=3000\nTRICKLE_BASE_URL=${url}\nTRICKLE_ACCOUNT_ID=9999999\n`,
    );
  });

  test('only its owner may read a new file', async () => {
    const file = temporaryFile('.env');
    await startHere('--write-env', file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a file that cannot be written ends the start with one line', async () => {
    const refused = await runHere('--port', '0', '--write-env', temporaryFile('missing/.env'));
    expectRefusal(refused, '--write-env ');
    expect(refused.stderr).toMatch(/ could not be written: ENOENT[^\n]+\n$/);
  });
});
