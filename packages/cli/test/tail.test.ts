import type { ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { followStream, type StreamOptions } from '../src/sandbox/event-stream.ts';
import { jsonLines, onPort, REACHING, trickle, untilPrinted } from './command.ts';
import { sandbox } from './sandbox.ts';

const told = (event: string, more: object = {}) => ({
  account_id: '9999999',
  subscriber_id: 'abc',
  event: `subscriber.${event}`,
  properties: {},
  occurred_at: '2026-03-06T12:00:00Z',
  ...more,
});

const message = (id: number, data: { event: string }) =>
  `id: ${id}\nevent: ${data.event}\ndata: ${JSON.stringify(data)}\n\n`;

const streamOf = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

/** A streaming server; each function handles one connection. */
async function streaming(...connections: ((response: ServerResponse) => void)[]) {
  const asked: { url: string | undefined; lastEventId: unknown; authorization: unknown }[] = [];
  const baseUrl = await onPort((request, response) => {
    const { 'last-event-id': lastEventId, authorization } = request.headers;
    asked.push({ url: request.url, lastEventId, authorization });
    const handle = connections.shift();
    if (!handle) return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    handle(response);
  });
  return { baseUrl, asked, env: { ...REACHING, TRICKLE_BASE_URL: baseUrl } };
}

test('the events of the sandbox are printed, for subscribers and for programs', async () => {
  const send = (response: ServerResponse) => {
    response.write(': hello\n\n');
    response.write(message(1, told('applied_tag', { properties: { tag: 'vip \u001B[31m' } })));
    response.write(message(2, told('created')));
  };
  const { env, asked } = await streaming(send, send);
  const shown = await trickle(['tail', '--limit', '2', '--since', '7'], { env });
  expect(shown.code).toBe(0);
  expect(shown.stdout.split('\n')).toEqual([
    expect.stringMatching(
      /^03-06 12:00:00 {2}applied_tag +abc {23}tag="vip \\u001b\[31m" {2}http:\/\/\S+\/_inspector\/subscribers\/abc\?account=9999999$/,
    ),
    expect.stringMatching(
      /^03-06 12:00:00 {2}created +abc {2}http:\/\/\S+\/_inspector\/subscribers\/abc\?account=9999999$/,
    ),
    '',
  ]);
  const json = await trickle(['tail', '--limit', '1', '--json', '--event', 'created'], { env });
  expect(JSON.parse(json.stdout)).toEqual({
    ...{ event: 'subscriber.created', occurred_at: '2026-03-06T12:00:00Z', account_id: '9999999' },
    ...{ subscriber: { id: 'abc' }, properties: {} },
  });
  expect(asked[0]).toEqual({
    url: '/_admin/events/stream?account_id=9999999',
    lastEventId: '7',
    authorization: `Basic ${btoa('trickle_demo_token:')}`,
  });
});

test('the subscriber is shown by email address, or by the id if an event has no address', async () => {
  const subscriber = { id: 'abc', email: 'ann@x.io' };
  const { env } = await streaming((response) => {
    response.write(message(1, told('created', { subscriber })));
    response.write(message(2, told('deleted')));
    response.write(message(3, told('deleted', { subscriber_id: 'other' })));
  });
  const { stdout } = await trickle(['tail', '--limit', '3'], { env });
  const shown = stdout.trimEnd().split('\n');
  expect(shown.map((line) => line.split(/ {2,}/).at(2))).toEqual(['ann@x.io', 'abc', 'other']);
});

test('tail shows the email addresses of a reference server', async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'ann@x.io', tags: ['vip'] });
  const { stdout } = await trickle(['tail', '--since', '0', '--limit', '2'], { fetch });
  expect(stdout.match(/ann@x\.io/g)).toHaveLength(2);
});

/** Follows a stream with the usual options. */
const followed = (options: Partial<StreamOptions>) =>
  followStream({
    ...{ url: 'http://x.test/', headers: {}, fetch, lastEventId: undefined, wait: async () => {} },
    ...{ signal: new AbortController().signal, ...options },
  });

test('endless events and events that are nested too deeply are dropped', async () => {
  const { baseUrl } = await streaming((response) => {
    const write = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', write);
    };
    response.write('data: ');
    write();
  });
  const reasons: string[] = [];
  const stream = followed({ url: baseUrl, onLost: (reason) => void reasons.push(reason) });
  for await (const _ of stream) expect.unreachable('No event was complete.');
  expect(reasons).toEqual(['The server sent an event that is too long.']);

  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const { env } = await streaming((response) => {
    response.write(message(1, told('created')).replace('{}', deep) + message(2, told('deleted')));
  });
  const { stdout, stderr } = await trickle(['tail', '--limit', '1'], { env });
  expect(stderr).toContain('The server sent an invalid event');
  expect(stdout).toContain('deleted');
});

/** Members with unexpected types, in a subscriber and beside it. */
const ODD = {
  account_id: { toString: 1 },
  subscriber: { id: ['x'], email: { toString: 1 } },
  properties: { list: [{ toString: 1 }] },
};

test.each([60, 80, 120])(
  'on a screen of %i columns, every event is one line, with a link where links are shown',
  async (columns) => {
    const long = { properties: { tag: 'a very long tag '.repeat(20), more: '漢字'.repeat(60) } };
    const send = (response: ServerResponse) => {
      response.write(message(1, told('subscribed_to_email_marketing', long)) + message(2, told('created')));
    };
    for (const hasLinks of [true, false]) {
      const { env } = await streaming(send);
      const screen = { isScreen: true, columns, env: { ...env, FORCE_HYPERLINK: hasLinks ? '1' : '0' } };
      const { stdout } = await trickle(['tail', '--limit', '2'], screen);
      const lines = stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(2);
      for (const line of lines) {
        const shown = stripVTControlCharacters(line);
        const wide = shown.match(/[漢字]/g)?.length ?? 0;
        expect(shown.length + wide, shown).toBeLessThanOrEqual(columns);
        expect(line.includes(`${env.TRICKLE_BASE_URL}/_inspector/subscribers/abc?account=9999999`)).toBe(
          hasLinks,
        );
      }
    }
  },
);

test('members of odd types are left out, and the next event is printed', async () => {
  const { env } = await streaming((response) => {
    response.write(message(1, told('created', ODD)) + message(2, told('deleted')));
  });
  const { stdout, stderr, code } = await trickle(['tail', '--limit', '2'], { env });
  expect(stderr).not.toContain('trickle:');
  expect(stdout).toMatch(/created +list=.*\n.*deleted +abc +http:\S+\/_inspector\/\S+\n$/);
  expect(code).toBe(0);
});

test('a lost connection is reopened and continues after the last event', async () => {
  const { baseUrl, asked } = await streaming(
    (response) => {
      response.write(`retry: 2500\n\n${message(41, told('created'))}`);
      response.write('id: 42\nevent: subscriber.deleted\nda', () => response.destroy());
    },
    (response) => response.end(message(42, told('deleted'))),
  );
  const waits: number[] = [];
  const events: string[] = [];
  const stream = followed({ url: baseUrl, wait: async (milliseconds) => void waits.push(milliseconds) });
  for await (const { event } of stream) events.push(String(event));
  expect(events).toEqual(['subscriber.created', 'subscriber.deleted']);
  expect(asked.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '41', '42']);
  expect(waits).toEqual([2500, 2500]);
});

test('a server cannot ask for more than one connection a second', async () => {
  const again = (response: ServerResponse) => void response.end('retry: 0\n\n');
  const { baseUrl } = await streaming(again, again, again);
  const waits: number[] = [];
  const stream = followed({ url: baseUrl, wait: async (milliseconds) => void waits.push(milliseconds) });
  for await (const _ of stream) expect.unreachable('No event was sent.');
  expect(waits).toEqual([1000, 1000, 1000]);
});

test('the waits for an unreachable server grow, and a rejection ends them', async () => {
  const waits: number[] = [];
  let attempts = 0;
  const stream = followed({
    fetch: async () => {
      attempts += 1;
      if (attempts < 8) throw new TypeError('fetch failed');
      if (attempts === 8) return new Response('busy', { status: 503 });
      return new Response('no', { status: 404 });
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  await expect(stream.next()).rejects.toThrow('answered 404');
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('events that are split anywhere, even within a character, are read correctly', async () => {
  const bytes = new TextEncoder().encode(
    message(1, told('created', { properties: { name: 'Jürgen 🚤' } })).repeat(2),
  );
  for (let size = 1; size < 40; size += 3) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    const stop = new AbortController();
    const stream = followed({
      signal: stop.signal,
      fetch: async () => new Response(streamOf(pieces), { headers: { 'content-type': 'text/event-stream' } }),
    });
    const data = [(await stream.next()).value?.data, (await stream.next()).value?.data];
    stop.abort();
    expect(data.map((text) => JSON.parse(text ?? '').properties.name)).toEqual(['Jürgen 🚤', 'Jürgen 🚤']);
  }
});

test("the admin password is requested if the key is not an owner's", async () => {
  const users = [{ email: 'mel@acme.test', role: 'member' as const, token: 'trickle_demo_token' }];
  const seed = { accounts: [{ id: '9999999', users }] };
  const { server } = await sandbox({ adminPassword: 'open sesame', seed });
  const refused = await trickle(['tail'], { fetch: async (request) => server.fetch(request) });
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('set TRICKLE_ADMIN_PASSWORD');
});

const notification = (email: string) => ({
  event: 'subscriber.created',
  data: { account_id: '9999999', subscriber: { id: email, email }, properties: {} },
  occurred_at: '2026-03-06T12:00:00Z',
});

test('webhooks are received at a secret address, each once, and other requests are rejected', async () => {
  const secret = 'a-secret-of-the-test';
  const printed = Promise.withResolvers<RegExpExecArray>();
  const args = ['tail', '--listen', '127.0.0.1:0', '--secret', secret, '--json', '--limit', '2'];
  const ended = trickle(args, {
    onStart: (_, stderr) => printed.resolve(untilPrinted(stderr, /Listening at (\S+)\. /)),
  });
  const [, url = ''] = await printed.promise;
  expect(url).toMatch(new RegExp(`^http://127.0.0.1:\\d+/${secret}$`));
  const post = async (to: string, email: string) =>
    (await fetch(to, { method: 'POST', body: JSON.stringify(notification(email)) })).status;
  expect(await post(url.replace(secret, 'another-secret-here'), 'a@x.io')).toBe(403);
  expect([await post(url, 'a@x.io'), await post(url, 'a@x.io'), await post(url, 'b@x.io')]).toEqual([
    200, 200, 200,
  ]);
  const { stdout, code } = await ended;
  expect(jsonLines(stdout).map(({ subscriber }) => subscriber.email)).toEqual(['a@x.io', 'b@x.io']);
  expect(code).toBe(0);
});

test('a webhook is created for the tunnel, and deleted at the end', async () => {
  const { server } = await sandbox();
  const asked: string[] = [];
  const made = Promise.withResolvers<void>();
  let interrupt = () => {};
  const ended = trickle(['tail', '--listen', '127.0.0.1:0', '--public-url', 'https://tunnel.test/'], {
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.replace(/\d+$/, '#')}`);
      if (request.method === 'POST') setImmediate(made.resolve);
      return server.fetch(request);
    },
    onStart: (stop) => {
      interrupt = stop;
    },
  });
  await made.promise;
  interrupt();
  const { code, stderr } = await ended;
  expect(stderr).toMatch(/Created webhook \w+ for https:\/\/tunnel\.test\/[\w-]{24}\./);
  expect(stderr).toMatch(/Deleted webhook \w+\./);
  expect(asked[0]).toBe('POST /v2/9999999/webhooks');
  expect(asked[1]).toMatch(/^DELETE \/v2\/9999999\/webhooks\//);
  expect(code).toBe(130);
});
