import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder, trickle, typing } from './command.ts';
import { sandbox } from './sandbox.ts';

const URL = 'http://trickle.localhost';
const KEY = 'trickle_demo_token';

/** A machine without a config file: a server, a folder for config files, and variables. */
async function machine() {
  const { fetch } = await sandbox();
  const XDG_CONFIG_HOME = await temporaryFolder();
  const path = join(XDG_CONFIG_HOME, 'trickle', 'config.json');
  const run = (args: readonly string[], typed: Parameters<typeof trickle>[1] = {}) =>
    trickle(args, { fetch, ...typed, env: { XDG_CONFIG_HOME, ...typed.env } });
  const config = async () => JSON.parse(await readFile(path, 'utf8'));
  return { path, run, config, XDG_CONFIG_HOME };
}

test('a key from standard input is checked and stored where commands read it, for its owner only', async () => {
  const { run, path, config } = await machine();
  const ended = await run(['login', '--with-token', '--base-url', URL], { stdin: `${KEY}\n` });
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(ended.stderr).toContain('<owner@demo.example>, account 9999999 at http://trickle.localhost.');
  expect(ended.stderr).not.toContain(KEY);
  expect(await config()).toEqual({ baseUrl: URL, accountId: '9999999', apiKey: KEY });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
  const whoami = await run(['whoami', '--json']);
  expect(JSON.parse(whoami.stdout)).toMatchObject({
    account: { value: '9999999', origin: path },
    baseUrl: { value: URL, origin: path },
    credentials: { kind: 'apiKey', origin: path },
  });
});

test('on a terminal, login asks for missing settings, and does not echo the key', async () => {
  const { run, config } = await machine();
  const ended = await run(['login'], typing(URL, KEY));
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  expect(ended.stderr).toContain('URL of the service: ');
  expect(ended.stderr).toContain(URL);
  expect(ended.stderr).toContain('API key (not shown): ');
  expect(ended.stderr).not.toContain(KEY);
  expect(ended.stderr).not.toContain('trickle_');
  expect(await config()).toEqual({ baseUrl: URL, accountId: '9999999', apiKey: KEY });
});

test('options and variables replace the questions', async () => {
  const { run, config } = await machine();
  const env = { TRICKLE_BASE_URL: 'http://other.localhost', TRICKLE_ACCOUNT_ID: '9999999' };
  const ended = await run(['login', '--base-url', URL, '--api-key', KEY], { env });
  expect(ended.code).toBe(0);
  expect(await config()).toEqual({ baseUrl: URL, accountId: '9999999', apiKey: KEY });
  expect(ended.stderr).toContain(
    'The environment overrides the config file: TRICKLE_ACCOUNT_ID, TRICKLE_BASE_URL.',
  );
});

/** A service with these accounts. */
const serviceOf =
  (...accounts: readonly object[]) =>
  async (request: Request) =>
    request.url.endsWith('/v2/user')
      ? Response.json({ users: [{ name: 'Ann', email: 'ann@x.io', time_zone: 'UTC' }] })
      : Response.json({ accounts });

test('an OAuth token can be stored too', async () => {
  const { run, config } = await machine();
  const fetch = serviceOf({ id: '7', name: 'Seven' });
  const args = ['login', '--base-url', URL, '--access-token', 'an_oauth_token', '--json'];
  const { code, stdout } = await run(args, { fetch });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ accountId: '7', user: { email: 'ann@x.io' } });
  expect(await config()).toEqual({ baseUrl: URL, accountId: '7', accessToken: 'an_oauth_token' });
});

test('one of several accounts is chosen by an option or on the terminal', async () => {
  const { run, config } = await machine();
  const fetch = serviceOf({ id: '7', name: 'Seven' }, { id: '8', name: 'Eight' });
  const args = ['login', '--base-url', URL, '--api-key', 'k'];
  const ended = await run(args, { fetch });
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Choose one with --account:\n  7  Seven'),
  });
  const wrong = await run([...args, '--account', '9'], { fetch });
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot access account '9'") });
  await run([...args, '--account', '8'], { fetch });
  expect(await config()).toMatchObject({ accountId: '8' });
  await run([...args, '--force'], { fetch, ...typing('7') });
  expect(await config()).toMatchObject({ accountId: '7' });
});

test('credentials that the service rejects are not stored', async () => {
  const { run, config } = await machine();
  const ended = await run(['login', '--with-token', '--base-url', URL], { stdin: 'wrong_key' });
  expect(ended.code).toBe(4);
  expect(ended.stderr).not.toContain('wrong_key');
  await expect(config()).rejects.toThrow('ENOENT');
});

test('an existing config file is only replaced on request, by a private one', async () => {
  const { run, path, config } = await machine();
  await mkdir(join(path, '..'));
  await writeFile(path, '{"baseUrl":"http://before.localhost"}');
  const args = ['login', '--base-url', URL];
  const refused = await run([...args, '--with-token'], { stdin: KEY });
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${path} exists. To replace it, use --force`),
  });
  const kept = await run(args, typing('n'));
  expect(kept).toMatchObject({ code: 2, stderr: expect.stringContaining(`${path} was not changed.`) });
  expect(await config()).toEqual({ baseUrl: 'http://before.localhost' });
  expect(await run(args, typing('yes', KEY))).toMatchObject({ code: 0 });
  expect(await config()).toMatchObject({ baseUrl: URL, apiKey: KEY });
  await chmod(path, 0o666);
  expect(await run([...args, '--with-token', '--force'], { stdin: KEY })).toMatchObject({ code: 0 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each([
  ['no base URL', ['--api-key', KEY], '', 'No base URL. Set --base-url (TRICKLE_BASE_URL)'],
  [
    'an invalid base URL',
    ['--base-url', 'shop'],
    '',
    "The base URL must be a URL such as http://127.0.0.1:4100, not 'shop'.",
  ],
  ['no key', ['--base-url', URL], '', 'No API key. Pass it to standard input with --with-token'],
  [
    'empty standard input',
    ['--base-url', URL, '--with-token'],
    '\n',
    '--with-token: standard input is empty.',
  ],
  ['two keys', ['--base-url', URL, '--with-token'], 'a b', 'must be one key, without spaces'],
  [
    'a key given twice',
    ['--base-url', URL, '--with-token', '--api-key', 'x'],
    KEY,
    'cannot be used with --api-key',
  ],
])('%s ends with an explanation', async (_, args, stdin, words) => {
  const { run } = await machine();
  const { code, stderr } = await run(['login', ...args], { stdin });
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test('Ctrl-C and the end of the input end the questions without a file', async () => {
  const { run, config } = await machine();
  const interrupted = await run(['login'], typing(URL, '\u0003'));
  expect(interrupted.code).toBe(130);
  const keyboard = new PassThrough();
  keyboard.end();
  const ended = await run(['login'], { keyboard, isTerminal: true });
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The input ended before you answered.'),
  });
  await expect(config()).rejects.toThrow('ENOENT');
});

test('logout removes the config file, and says which variables remain', async () => {
  const { run, path, config } = await machine();
  await run(['login', '--with-token', '--base-url', URL], { stdin: KEY });
  const ended = await run(['logout'], { env: { TRICKLE_API_KEY: KEY } });
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining(`Removed ${path}.`) });
  expect(ended.stderr).toContain('Commands still use TRICKLE_API_KEY from the environment.');
  await expect(config()).rejects.toThrow('ENOENT');
  const again = await run(['logout']);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('There is no config file') });
});

test('logout leaves other files alone', async () => {
  const { run, XDG_CONFIG_HOME } = await machine();
  const notes = join(XDG_CONFIG_HOME, 'notes.json');
  await writeFile(notes, '{"todo": "sail"}');
  const { code, stderr } = await run(['logout'], { env: { TRICKLE_CONFIG: notes } });
  expect(stderr).toContain("unknown setting 'todo'");
  expect(code).toBe(2);
  expect(await readFile(notes, 'utf8')).toContain('sail');
});

test('TRICKLE_CONFIG names the file for login and logout, also as a link', async () => {
  const { run, XDG_CONFIG_HOME } = await machine();
  const own = join(XDG_CONFIG_HOME, 'deep', 'er', 'own.json');
  const env = { TRICKLE_CONFIG: own };
  expect(await run(['login', '--with-token', '--base-url', URL], { stdin: KEY, env })).toMatchObject({
    code: 0,
  });
  expect(JSON.parse(await readFile(own, 'utf8'))).toMatchObject({ apiKey: KEY });
  const link = join(XDG_CONFIG_HOME, 'link.json');
  await symlink(own, link);
  expect(await run(['logout'], { env: { TRICKLE_CONFIG: link } })).toMatchObject({ code: 0 });
});
