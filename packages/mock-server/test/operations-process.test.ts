// @thorough: many processes
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { basic } from './harness.ts';
import { Command, server, start } from './server-process.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';
import { Receiver } from './webhook-receiver.ts';

const headers = { authorization: basic('trickle_demo_token') };

const launch = (...options: readonly string[]) => start(process.execPath, server(...options));

/** Ends a server by a signal, and returns its exit code and signal. */
async function end(child: ChildProcess, ...signals: readonly NodeJS.Signals[]) {
  const exit = once(child, 'exit');
  for (const signal of signals) child.kill(signal);
  return exit;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url, { headers });
  await response.text();
  return response.status;
}

// U-162, U-230
describe('a signal', () => {
  test('with --drain, the server is not ready from the first signal on, accepts requests, and a second signal ends it', async () => {
    const { child, url } = await launch('--drain', '600000');
    expect(await statusOf(`${url}/readyz`)).toBe(200);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503);
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    expect(await statusOf(`${url}/v2/user`)).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  test('after the drain the server ends by itself', async () => {
    const { child, url } = await launch('--drain', '1');
    expect(await statusOf(`${url}/readyz`)).toBe(200);
    expect(await end(child, 'SIGTERM')).toEqual([0, null]);
  });

  test('a job that cannot be finished is handed back, and another server does it', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('shared.db');
    const posted = Promise.withResolvers<void>();
    await using receiver = await Receiver.start(() => posted.resolve()); // the first attempt is never answered
    const first = await launch('--db', db);
    const second = await launch('--db', db);
    await report(first.url, receiver.url);
    await posted.promise;
    expect(rows(db, 'select id from jobs where claimed_by is not null')).toHaveLength(1);
    receiver.answer = (response) => void response.end();
    expect(await end(first.child, 'SIGTERM', 'SIGINT')).toEqual([0, null]);
    expect(rows(db, 'select id from jobs where claimed_by is not null')).toEqual([]);
    expect(rows(db, 'select id from instances')).toHaveLength(1);
    await post(`${second.url}/_admin/settle`, {});
    expect(receiver.came).toHaveLength(2);
    expect(rows(db, 'select id from jobs')).toEqual([]);
    await end(second.child, 'SIGTERM');
  });

  test('a job that can be finished is finished before the server ends', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('own.db');
    const { child, url } = await launch('--db', db);
    const exit = once(child, 'exit');
    await using receiver = await Receiver.start((response) => {
      child.kill('SIGTERM');
      response.end();
    });
    await report(url, receiver.url);
    expect(await exit).toEqual([0, null]);
    expect(rows(db, 'select id from jobs')).toEqual([]);
    expect(receiver.came).toHaveLength(1);
  });
});

/** Adds a webhook at this URL, and a subscriber whose changes it reports. */
async function report(url: string, post_url: string): Promise<void> {
  await post(`${url}/_admin/accounts/9999999/webhooks`, { post_url, events: ['subscriber.created'] });
  await post(`${url}/v2/9999999/subscribers`, { subscribers: [{ email: 'ann@acme.test' }] });
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.text();
  const { ok, status } = response;
  if (!ok) throw new Error(`${url} answered ${status}`);
}

// U-232
test('--log json writes one object a line, from the start to the end, without secrets', async () => {
  const { child, url } = await launch('--log', 'json', '--admin-password', 'open sesame');
  const printed = text(child.stderr);
  await fetch(`${url}/v2/9999999/tags?api_key=trickle_demo_token`, { headers });
  const admin = { authorization: `Basic ${btoa('admin:open sesame')}` };
  await fetch(`${url}/_admin/accounts/open%20sesame`, { headers: admin });
  await fetch(`${url}/readyz`);
  await end(child, 'SIGTERM');
  const lines = (await printed).trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line));
  const events = entries.map(({ event }) => event);
  expect(events).toEqual(['start', 'listen', 'request', 'request', 'closing', 'stop']);
  expect(entries[0]).toMatchObject({ skipped_accounts: [], pid: child.pid });
  expect(entries[1]).toMatchObject({ url });
  expect(entries[2]).toMatchObject({
    ...{ level: 'warn', request_id: expect.any(String), account: '9999999', operation: 'tags.list' },
    ...{ path: '/v2/9999999/tags', query: 'api_key=[redacted]', status: 200 },
  });
  expect(entries[3]).toMatchObject({ path: '/_admin/accounts/[redacted]', status: 404 });
  expect(lines.join()).not.toMatch(/trickle_demo_token|dHJpY2tsZV|open|c2VzYW1l/);
});

test('--metrics answers scrapes of this machine', async () => {
  const { child, url } = await launch('--metrics');
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('trickle_jobs_due{kind="webhook"} 0');
  expect(await end(child, 'SIGTERM')).toEqual([0, null]);
});

test('the library for metrics is loaded by servers with metrics only', async () => {
  const program = (options: string) => `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      resolve(specifier, context, next) {
        loaded.push(specifier);
        return next(specifier, context);
      },
    });
    const { createServer } = await import('@trickle/mock-server');
    const server = await createServer(${options});
    await server.fetch(new Request('http://localhost/metrics'));
    await server.close();
    console.log(loaded.includes('prom-client'));`;
  const run = async (options: string) => {
    const args = ['--conditions=trickle-source', '--input-type=module', '--eval', program(options)];
    return text(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
  };
  expect(await run('{ metrics: true }')).toBe('true\n');
  expect(await run("{ log: () => {}, adminPassword: 'x' }")).toBe('false\n');
});

test.each([
  ['--log', 'xml', "--log must be 'json', 'text' or 'off', not 'xml'"],
  ['--log', 'json', '--verbose and --log json cannot be used together', '--verbose'],
  ['--drain', 'soon', "--drain must be a number of milliseconds, not 'soon'"],
])('%s %s is rejected: %s', async (flag, value, message, ...more) => {
  await using command = new Command(['--port', '0', flag, value, ...more]);
  expect(await command.end()).toMatchObject({ stderr: `trickle-server: ${message}\n` });
});
