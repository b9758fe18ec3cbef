import { chmod } from 'node:fs/promises';
import { createServer } from '@trickle/mock-server';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile, trickle } from './command.ts';

const URL = 'http://trickle.localhost';
const KEY = 'trickle_demo_token';

async function whoami(env: Record<string, string>, ...args: string[]) {
  const server = await createServer();
  onTestFinished(() => server.close());
  return trickle(['whoami', ...args], { env, fetch: (request) => server.fetch(request) });
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
  expect(await of({ TRICKLE_API_KEY: KEY })).toMatchObject({ credentials: { origin: 'TRICKLE_API_KEY' } });
});

test.each([
  ['no base URL', {}, 'No base URL. Set TRICKLE_BASE_URL'],
  ['no credentials', { TRICKLE_BASE_URL: URL }, 'No credentials. Set TRICKLE_API_KEY'],
  [
    'two of them',
    { TRICKLE_BASE_URL: URL, TRICKLE_API_KEY: 'a', TRICKLE_ACCESS_TOKEN: 'b' },
    'Both TRICKLE_API_KEY and TRICKLE_ACCESS_TOKEN',
  ],
  ['a config file that is not there', { TRICKLE_CONFIG: '/nowhere/x' }, 'cannot read /nowhere/x'],
])('%s is told with what to do', async (_, env, words) => {
  const { code, stderr } = await whoami(env);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test.each([
  ['is no JSON, without quoting it', 'secret_key', 0o600, 'is not valid JSON.'],
  ['has an unknown member', { apikey: KEY }, 0o600, "unknown setting 'apikey', did you mean apiKey?"],
  ['has a number', { accountId: 9 }, 0o600, 'accountId must be a string'],
  ['can be read by others', { apiKey: KEY }, 0o644, 'that other users can read. Run: chmod 600'],
])('a config file that %s is refused', async (_, content, mode, words) => {
  const { code, stderr } = await whoami({ TRICKLE_CONFIG: await config(content, mode) });
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/secret_key|trickle_demo_token/);
  expect(code).toBe(2);
});

test('unknown credentials end with the exit code 4', async () => {
  const { code, stderr } = await whoami({ TRICKLE_BASE_URL: URL, TRICKLE_API_KEY: 'wrong_key_x' });
  expect(code).toBe(4);
  expect(stderr).toContain('The credentials are invalid');
  expect(stderr).not.toContain('wrong_key_x');
});
