// @thorough: many processes
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { basic } from './harness.ts';
import { bin, killGroup, server, start } from './server-process.ts';

const TRICKLE = new URL('../../cli/bin/trickle.js', import.meta.url).pathname;
const headers = { authorization: basic('trickle_demo_token') };

const quoted = (...args: readonly string[]) => args.map((arg) => `'${arg}'`).join(' ');

/** Resolves when the output is closed, because all its writers have ended. */
const allEnded = ({ stdout }: ChildProcess) => once(stdout?.resume() ?? process.stdin, 'close');

// U-163
describe('a server started by another program', () => {
  test('the server ends when its parent closes the input', async () => {
    const { child } = await start(process.execPath, server());
    const exit = once(child, 'exit');
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
  });

  const inner = quoted(process.execPath, ...server());

  test.each([
    ['the shell that started it', `${inner}; true`],
    ['a shell between two', `sh -c "${inner}; true"; true`],
  ])('the server ends when %s is killed', async (_, script) => {
    const { child } = await start('sh', ['-c', script]);
    const ended = allEnded(child);
    child.kill('SIGKILL');
    await ended;
  });

  test('the server keeps running if configured, or without the option', async () => {
    const { child, url } = await start(process.execPath, server('--no-exit-with-parent'));
    child.stdin.end();
    await once(child.stdin, 'close');
    expect((await fetch(`${url}/v2/user`, { headers })).status).toBe(200);
  });

  test('the server ignores an input that is closed from the start', async () => {
    const { child, url } = await start('sh', ['-c', `: | exec ${inner}`]);
    expect((await fetch(`${url}/v2/user`, { headers })).status).toBe(200);
    const exit = allEnded(child);
    killGroup(child);
    await exit;
  });
});

// U-162
describe('shutdown signals', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s lets a request in progress finish', async (signal) => {
    const { child, url } = await start(process.execPath, server());
    const fault = '{"operation": "tags.list", "latency": 600000}';
    await fetch(`${url}/_admin/faults`, { method: 'POST', body: fault });
    const arrived = once(child.stderr.setEncoding('utf8'), 'close');
    const delayed = fetch(`${url}/v2/9999999/tags`, { headers });
    await fetch(`${url}/v2/user`, { headers });
    const exit = once(child, 'exit');
    child.kill(signal);
    expect((await delayed).status).toBe(200);
    expect(await exit).toEqual([0, null]);
    await arrived;
  });

  test('a second signal ends the server at once', async () => {
    const receiver = createHttpServer(() => {}).listen(0, '127.0.0.1'); // never answers
    onTestFinished(() => {
      receiver.close();
      receiver.closeAllConnections();
    });
    await once(receiver, 'listening');
    const posted = once(receiver, 'request');
    const { child, url } = await start(process.execPath, server());
    const hook = { post_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
    await fetch(`${url}/_admin/accounts/9999999/webhooks`, { method: 'POST', body: JSON.stringify(hook) });
    const body = '{"subscribers": [{"email": "ann@acme.test"}]}';
    await fetch(`${url}/v2/9999999/subscribers`, { method: 'POST', headers, body });
    await posted;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
  });
});

test('--verbose prints each request with its errors and warnings', async () => {
  const options = ['--verbose', '--time', '2026-03-06T12:00:00Z', '--frozen'];
  const { child, url } = await start(process.execPath, server(...options));
  const printed = text(child.stderr);
  const body = '{"subscribers": [{"email": "ann@acme.test", "frist_name": "Ann", "\\u001b[2J": 1}]}';
  await fetch(`${url}/v2/9999999/subscribers?a=%1B`, { method: 'POST', headers, body });
  await fetch(`${url}/v2/user`);
  await fetch(`${url}/_admin/clock`);
  child.kill('SIGTERM');
  expect((await printed).replaceAll(/[ \d]{5} ms/g, 'N ms').split('\n')).toEqual([
    expect.stringMatching(
      /^12:00:00 {2}POST {4}200 {6}N ms {2}\/v2\/9999999\/subscribers\?a=%1B {2}\/_inspector\/requests\/[\w-]+\?account=9999999$/,
    ),
    expect.stringMatching(/^ {37}warning: unknown parameter a/),
    `${' '.repeat(37)}warning: unknown member frist_name, did you mean first_name?`,
    expect.stringMatching(/^ {37}warning: unknown member \\u001b\[2J/),
    expect.stringMatching(/^12:00:00 {2}GET {5}401 {6}N ms {2}\/v2\/user {2}\/_inspector\/requests\/[\w-]+$/),
    `${' '.repeat(37)}HTTP access denied.`,
    '12:00:00  GET     200      N ms  /_admin/clock',
    '',
  ]);
});

test.each([
  ['trickle-server', bin],
  ['trickle', TRICKLE],
])('%s reports in one line that Node.js is too old', async (name, command) => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })";
  const preload = `data:text/javascript,${encodeURIComponent(older)}`;
  const child = spawn(process.execPath, ['--import', preload, command, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual([
    '',
    `${name}: needs Node.js 22.13 or newer, and this is 22.12.0\n`,
  ]);
  expect(await exit).toEqual([1, null]);
});
