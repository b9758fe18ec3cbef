// @thorough: many processes
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';
import { describe, expect, test } from 'vitest';
import type { State } from '../src/admin/checkpoints/read-state.ts';
import { startHere } from './command-here.ts';
import { Command } from './server-process.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const SDK = new URL('../../sdk/src/index.ts', import.meta.url).href;

/** Runs a script of Node.js beside a server. */
const exec = (script: string, { flags = [], env = {} }: { flags?: readonly string[]; env?: object } = {}) =>
  new Command(
    ['exec', ...flags, '--', process.execPath, '--conditions=trickle-source', '-e', script, 'an argument'],
    { env: { ...process.env, ...env } },
  );

const CREATE = `
  const { createClient } = await import('${SDK}');
  await createClient().subscribers.upsert({ email: 'ann@example.com' });
`;

/** Prints a line once the signal handler is there, and ends with 7 on SIGTERM. */
const WAIT = `
  process.on('SIGTERM', () => { clearInterval(wait); console.log('asked to stop'); process.exitCode = 7; });
  const wait = setInterval(() => {}, 60_000);
  console.log(process.env.TRICKLE_BASE_URL);
`;

// U-277
describe('trickle-server exec', () => {
  test('the program gets what the SDK reads from the environment, its arguments, and standard input and output', async () => {
    const script = `${CREATE}
      process.stdin.on('data', (text) => console.log(process.argv[1], String(text)));
    `;
    await using command = exec(script, { env: { TRICKLE_ACCESS_TOKEN: 'of the real service' } });
    command.child.stdin.end('hello');
    expect(await command.end()).toEqual({
      stdout: 'an argument hello\n',
      stderr: expect.stringMatching(/^Inspector: http:\/\/127\.0\.0\.1:\d+\/_inspector\n$/),
      code: 0,
    });
  });

  test('the program can use the admin API with the password of the server', async () => {
    const script = `
      const { TRICKLE_BASE_URL: url, TRICKLE_ADMIN_PASSWORD: password } = process.env;
      const headers = { authorization: 'Basic ' + btoa(':' + password) };
      console.log((await fetch(url + '/_admin/clock', { headers })).status);
    `;
    await using command = exec(script, { flags: ['--admin-password', 'open sesame'] });
    expect((await command.end()).stdout).toBe('200\n');
  });

  test('two programs beside servers run at the same time', async () => {
    const script = 'console.log(process.env.TRICKLE_BASE_URL)';
    await using first = exec(script);
    await using second = exec(script);
    const urls = (await Promise.all([first.end(), second.end()])).map(({ stdout }) => stdout);
    expect(new Set(urls).size).toBe(2);
  });

  test.each([
    ['its exit code', 'process.exit(3)', 3],
    ['the signal that ended it', "process.kill(process.pid, 'SIGKILL')", 128 + 9],
  ])('the command ends with %s', async (_, script, code) => {
    await using command = exec(script);
    expect((await command.end()).code).toBe(code);
  });

  test('a signal reaches the program, and the server answers until the program has ended', async () => {
    await using command = exec(WAIT);
    const url = (await command.firstOutput()).trim();
    const stopped = command.stop('SIGTERM');
    await once(command.child.stdout, 'data');
    expect(await stopped).toMatchObject({ stdout: `${url}\nasked to stop\n`, code: 7 });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('--export-on-exit writes the state that the program leaves, which another server starts with', async () => {
    using folder = new TemporaryFolder();
    const file = folder.file('state.json');
    await using command = exec(CREATE, { flags: ['--export-on-exit', file] });
    expect((await command.end()).code).toBe(0);
    const state: State = JSON.parse(readFileSync(file, 'utf8'));
    await using server = await createServer();
    await server.importState(state);
    const { items } = await createClient(server.connection).subscribers.list();
    expect(items).toMatchObject([{ email: 'ann@example.com' }]);
    const other = await startHere('--state', file);
    const { subscribers } = await (await other.ask('/_admin/subscribers')).json();
    expect(subscribers).toMatchObject([{ email: 'ann@example.com' }]);
  });

  test('a state that cannot be written makes the command fail, and keeps the exit code of a failed program', async () => {
    using folder = new TemporaryFolder();
    const flags = ['--export-on-exit', folder.file('missing/state.json')];
    await using fine = exec('', { flags });
    expect(await fine.end()).toMatchObject({
      stderr: expect.stringMatching(/\ntrickle-server: --export-on-exit \S+ could not be written: ENOENT/),
      code: 1,
    });
    await using failed = exec('process.exit(3)', { flags });
    expect((await failed.end()).code).toBe(3);
  });

  test('a program that does not exist is refused with one line', async () => {
    const { stderr, code } = await new Command(['exec', '--', 'no-such-program']).end();
    expect(stderr).toContain('trickle-server: could not run no-such-program: ');
    expect(code).toBe(127);
  });
});

const signals = [['SIGHUP'], ['SIGINT'], ['SIGINT', 'SIGINT'], ['SIGTERM', 'SIGINT']] as const;

test.each(signals.map((some) => [some]))(
  '%j ends a server that writes its state and replaces the file',
  async (some) => {
    using folder = new TemporaryFolder();
    const file = folder.file('state.json');
    writeFileSync(file, 'old');
    const before = statSync(file).ino;
    await using command = new Command(['--port', '0', '--json', '--export-on-exit', file]);
    await command.firstOutput();
    for (const signal of some) command.child.kill(signal);
    expect((await command.end()).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'trickle-state', clocks: [{}] });
    expect(statSync(file).ino).not.toBe(before);
    expect(readdirSync(folder.path)).toEqual(['state.json']);
  },
);
