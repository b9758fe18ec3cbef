import { chmod } from 'node:fs/promises';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { requireTrusted } from '../src/connection/config-file.ts';
import { temporaryFile, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

const URL = 'http://trickle.localhost';
const KEY = 'trickle_demo_token';

async function whoami(env: Record<string, string>, ...args: string[]) {
  const { fetch } = await sandbox();
  return trickle(['whoami', ...args], { env, fetch });
}

async function config(content: object | string, mode = 0o600): Promise<string> {
  const file = await temporaryFile(
    'config.json',
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  await chmod(file, mode);
  return file;
}

test('whoami shows user, account and the source of the credentials, but never the key', async () => {
  const { code, stdout } = await whoami(
    { TRICKLE_BASE_URL: URL, TRICKLE_API_KEY: KEY },
    '--account',
    '9999999',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('owner@demo.example');
  expect(stdout).toContain('API key (from TRICKLE_API_KEY)');
  expect(stdout).toContain('9999999 (from --account)');
  expect(stdout).not.toContain(KEY);
  const json = await whoami({ TRICKLE_BASE_URL: URL, TRICKLE_API_KEY: KEY }, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    credentials: { kind: 'apiKey', origin: 'TRICKLE_API_KEY' },
  });
  expect(json.stdout).not.toContain(KEY);
});

test('options win over the environment, and the environment over the config file', async () => {
  const TRICKLE_CONFIG = await config({ baseUrl: URL, accountId: '1', apiKey: KEY });
  const of = async (env: Record<string, string>, ...args: string[]) =>
    JSON.parse((await whoami({ TRICKLE_CONFIG, ...env }, '--json', ...args)).stdout);
  expect(await of({})).toMatchObject({
    account: { value: '1', origin: TRICKLE_CONFIG },
    credentials: { origin: TRICKLE_CONFIG },
  });
  expect(await of({ TRICKLE_ACCOUNT_ID: '2' })).toMatchObject({
    account: { value: '2', origin: 'TRICKLE_ACCOUNT_ID' },
  });
  expect(await of({ TRICKLE_ACCOUNT_ID: '2' }, '--account', '3')).toMatchObject({
    account: { value: '3', origin: '--account' },
  });
  expect(await of({ TRICKLE_API_KEY: KEY, TRICKLE_BASE_URL: 'http://other.localhost' })).toMatchObject({
    baseUrl: { value: 'http://other.localhost', origin: 'TRICKLE_BASE_URL' },
    credentials: { origin: 'TRICKLE_API_KEY' },
  });
});

/** Runs a command without any settings, with a server on this machine at port 4100. */
async function besides(server: Fetch, args: readonly string[], env: Record<string, string> = {}) {
  const asked: Request[] = [];
  const fetch: Fetch = async (request) => {
    asked.push(request);
    if (!request.url.startsWith('http://127.0.0.1:4100/')) throw new TypeError('fetch failed');
    return await server(request);
  };
  return { asked, ...(await trickle(args, { env, fetch })) };
}

test('without settings, the reference server of this machine is used, and named', async () => {
  const { server, fetch: reach } = await sandbox();
  const { code, stdout, stderr, asked } = await besides(reach, ['whoami']);
  expect(stderr).toBe(
    'No service is set: using account 9999999 of the reference server on this machine, http://127.0.0.1:4100.\n',
  );
  expect(stdout).toContain('owner@demo.example');
  expect(stdout).toContain('http://127.0.0.1:4100 (from the reference server on this machine)');
  expect(asked[0]?.headers.get('authorization')).toBeNull();
  expect(code).toBe(0);
  expect((await besides(reach, ['whoami', '--quiet'])).stderr).toBe('');
  const { accountId } = await server.createAccount();
  const several = await besides(reach, ['whoami']);
  expect(several.stderr).toContain('Choose one with --account or TRICKLE_ACCOUNT_ID:\n  9999999\n');
  expect(several.code).toBe(2);
  const chosen = await besides(reach, ['whoami', '--account', accountId]);
  expect(chosen).toMatchObject({ code: 0, stdout: expect.stringContaining(`${accountId} (from --account)`) });
  const unknown = await besides(reach, ['whoami', '--account', '7']);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("4100 has no account '7', but:"),
  });
});

test.each<[string, Fetch]>([
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['another program', async () => new Response('<html>')],
  ['something else with JSON', async () => Response.json({ accounts: [{ id: 1 }, 5, { id: 'x' }] })],
  ['a reference server with a password', async () => new Response('', { status: 401 })],
  ['a redirect', async () => Response.redirect('https://evil.test/', 302)],
])('with %s at that port, the base URL is reported as missing', async (_, server) => {
  const { code, stderr, asked } = await besides(server, ['whoami']);
  expect(stderr).toContain('No base URL. Set --base-url (TRICKLE_BASE_URL)');
  expect(asked).toHaveLength(1);
  expect(code).toBe(2);
});

test('a configured key is not sent to a server found on this machine', async () => {
  const env = { TRICKLE_API_KEY: 'secret_key' };
  const { stderr, asked } = await besides(async () => Response.json({}), ['whoami'], env);
  expect(stderr).toContain('No base URL. Set --base-url (TRICKLE_BASE_URL)');
  expect(asked).toEqual([]);
});

test.each([
  ['no base URL', { TRICKLE_API_KEY: KEY }, 'No base URL. Set --base-url (TRICKLE_BASE_URL)'],
  ['no credentials', { TRICKLE_BASE_URL: URL }, 'No credentials. Set --api-key (TRICKLE_API_KEY)'],
  [
    'two of them',
    { TRICKLE_BASE_URL: URL, TRICKLE_API_KEY: 'a', TRICKLE_ACCESS_TOKEN: 'b' },
    'Both TRICKLE_API_KEY and TRICKLE_ACCESS_TOKEN',
  ],
  ['a config file that is not there', { TRICKLE_CONFIG: '/nowhere/x' }, 'cannot read /nowhere/x'],
])('the error about %s says what to do', async (_, env, words) => {
  const { code, stderr } = await whoami(env);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test.each([
  ['is not JSON, without quoting it', 'secret_key', 0o600, 'is not valid JSON.'],
  ['has an unknown member', { apikey: KEY }, 0o600, "unknown setting 'apikey', did you mean apiKey?"],
  ['has a number', { accountId: 9 }, 0o600, 'accountId must be a string'],
  ['can be read by others', { apiKey: KEY }, 0o644, 'that other users can read. Run: chmod 600'],
  ['its group can change', { baseUrl: URL }, 0o664, 'Run: chmod go-w'],
  ['others can change', { baseUrl: URL }, 0o606, 'Run: chmod go-w'],
])('a config file that %s is refused', async (_, content, mode, words) => {
  const { code, stderr } = await whoami({ TRICKLE_CONFIG: await config(content, mode) });
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/secret_key|trickle_demo_token/);
  expect(code).toBe(2);
});

test('a config file without a key may be read by others', async () => {
  const env = { TRICKLE_CONFIG: await config({ baseUrl: URL }, 0o644), TRICKLE_API_KEY: KEY };
  expect(await whoami(env)).toMatchObject({ code: 0 });
});

test('a config file of another user is refused, except one of root', () => {
  const check = (uid: number) => () =>
    requireTrusted('x.json', { uid, mode: 0o100600 }, { hasKey: false, user: 1000 });
  expect(check(1001)).toThrow('x.json belongs to another user, who could send your key elsewhere.');
  expect(check(1000)).not.toThrow();
  expect(check(0)).not.toThrow();
});
