import type { ServerResponse } from 'node:http';
import { createServer, type Server } from '@trickle/mock-server';
import { type Client, createClient, type Fetch } from '@trickle/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { Lanes } from '../src/listen/lanes.ts';
import { jsonLines, onPort, REACHING, start, temporaryFile, trickle, untilPrinted } from './command.ts';
import { type Received, receiver } from './receiver.ts';
import { sandbox } from './sandbox.ts';

const subjectOf = ({ body }: Received) => {
  const { event, data } = JSON.parse(body);
  return `${event} ${data.subscriber.email} ${data.properties?.tag ?? ''}`.trim();
};

/** The notifications of each subscriber in order. */
function bySubscriber(received: readonly Received[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const { body } of received) {
    const { email } = JSON.parse(body).data.subscriber;
    lists[email] = [...(lists[email] ?? []), body];
  }
  return lists;
}

/** A server whose streams break in the middle of a message, after the given number of messages. */
function watched(server: Server, cutAfter = Infinity) {
  const ready = Promise.withResolvers<void>();
  const streams: Response[] = [];
  const fetch: Fetch = async (request) => {
    const response = await server.fetch(request);
    if (!request.url.includes('/_admin/webhooks/stream')) return response;
    const body = response.body?.pipeThrough(cutting(cutAfter, ready.resolve));
    const stream = new Response(body, { headers: response.headers });
    streams.push(stream);
    return stream;
  };
  return { fetch, streams, ready: ready.promise };
}

function cutting(
  cutAfter: number,
  onMessage: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let messages = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const isMessage = new TextDecoder().decode(chunk).startsWith('id:');
      if (isMessage) messages += 1;
      if (messages <= cutAfter) controller.enqueue(chunk);
      else {
        controller.enqueue(chunk.slice(0, chunk.length / 2));
        controller.error(new Error('connection reset'));
      }
      if (isMessage) onMessage();
    },
  });
}

async function busy(client: Client, server: Server): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const name of ['ann', 'bob', 'cy']) {
      await client.subscribers.upsert({ email: `${name}@x.io`, tags: [`round ${round} – größe`] });
    }
  }
  await client.subscribers.delete('cy@x.io');
  await server.settle();
}

test('webhooks are posted with the same bodies, headers and order as by the server itself', async () => {
  const { client, server } = await sandbox();
  const [direct, forwarded] = [await receiver(), await receiver()];
  await client.webhooks.create({ post_url: direct.url });
  const { ended, interrupt } = await listeningHere(server, forwarded.url);
  await busy(client, server);
  const expected = await direct.until(16);
  const came = await forwarded.until(16);
  expect(bySubscriber(came)).toEqual(bySubscriber(expected));
  const { host: _, ...headers } = expected[0]?.headers ?? {};
  for (const one of came) {
    const length = String(Buffer.byteLength(one.body));
    expect(one.headers).toEqual({ ...headers, 'content-length': length, host: new URL(forwarded.url).host });
  }
  interrupt();
  const { code, stdout } = await ended;
  expect(code).toBe(130);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(16);
  for (const line of lines)
    expect(line).toMatch(
      /^\d\d-\d\d \d\d:\d\d:\d\d {2}200 {6}[ \d]{5} ms {2}[a-z_]+ +\w+@x\.io +#\d+ {2}http:\/\/\S+\/_inspector\/subscribers\/\w+\?account=9999999$/,
    );
});

test('a listener survives a restart of the server without losing or repeating a webhook', async () => {
  const db = await temporaryFile('shop.db', '');
  const target = await receiver();
  const first = await createServer({ db, limits: false });
  const url = await first.listen();
  const { port } = new URL(url);
  const tag = (server: Server, name: string) =>
    createClient({ ...server.connection, limits: false }).tags.apply({ email: 'ann@x.io', tag: name });
  const client = createClient({ ...first.connection, limits: false });
  const args = ['listen', '--forward-to', target.url, '--events', 'applied_tag'];
  const { child, ended } = start(args, { ...REACHING, TRICKLE_BASE_URL: url });
  await untilPrinted(child.stderr, /Ready\. Forwarding webhooks of account 9999999/);
  await client.subscribers.upsert({ email: 'ann@x.io', tags: ['one'] });
  await target.until(1);
  await first.close();
  const second = await createServer({ db, limits: false });
  onTestFinished(() => second.close());
  await tag(second, 'two');
  await tag(second, 'three');
  await second.listen({ port: Number(port) });
  await target.until(3);
  await tag(second, 'four');
  await target.until(4);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(target.received.map(subjectOf)).toEqual(
    ['one', 'two', 'three', 'four'].map((name) => `subscriber.applied_tag ann@x.io ${name}`),
  );
  expect(stderr).toContain('Reconnecting in 1 s.');
  expect(code).toBe(130);
});

test('a connection that keeps breaking neither loses nor repeats a webhook', async () => {
  const { server, client } = await sandbox();
  const target = await receiver();
  const { fetch, streams, ready } = watched(server, 4);
  const ended = trickle(['listen', '--forward-to', target.url, '--limit', '6', '--json'], { fetch });
  await ready;
  for (const email of ['a@x.io', 'b@x.io', 'c@x.io']) await client.subscribers.upsert({ email });
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  const events = (await server.events()).map(({ event, subscriberId }) => `${event} ${subscriberId}`);
  const came = target.received.map(({ body }) => JSON.parse(body));
  expect(came.map(({ event, data }) => `${event} ${data.subscriber.id}`).sort()).toEqual(events.sort());
  const shown = jsonLines(stdout);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(6);
  expect(streams.length).toBeGreaterThan(1);
});

/** Starts `trickle listen` in this process, with a function that acts like Ctrl-C. */
async function listeningHere(server: Server, url: string, ...more: string[]) {
  const { fetch, ready } = watched(server);
  let interrupt = () => {};
  const ended = trickle(['listen', '--forward-to', url, ...more], {
    fetch,
    onStart: (stop) => {
      interrupt = stop;
    },
  });
  await ready;
  return { ended, interrupt };
}

test('Ctrl-C lets the request in progress finish, and drops the others', async () => {
  const { client, server } = await sandbox();
  const held: ServerResponse[] = [];
  const target = await receiver((response) => void held.push(response));
  const { ended, interrupt } = await listeningHere(server, target.url);
  await client.subscribers.upsert({ email: 'ann@x.io', tags: ['one', 'two'] });
  await target.until(1);
  interrupt();
  held[0]?.end();
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(130);
  expect(stdout).toMatch(/^\S+ \S+ {2}200 .* ms {2}created .*\n$/);
  expect(stderr).toContain('not forwarded.');
  expect(target.received).toHaveLength(1);
});

test('a second Ctrl-C aborts the request in progress', async () => {
  const { client, server } = await sandbox();
  const target = await receiver(() => {});
  const { ended, interrupt } = await listeningHere(server, target.url);
  await client.subscribers.upsert({ email: 'ann@x.io' });
  await target.until(1);
  interrupt();
  interrupt();
  expect(await ended).toMatchObject({
    code: 130,
    stdout: expect.stringMatching(/ {2}failed +created +This operation was aborted /),
  });
});

test('responses other than 2xx and an unreachable receiver are shown', async () => {
  const { client, server } = await sandbox();
  const target = await receiver(
    (response, count) => void response.writeHead(count === 1 ? 500 : 302, { location: '/x' }).end(),
  );
  const closed = (await receiver()).url.replace(/:\d+/, ':9');
  const outcomes = async (url: string) => {
    const { ended } = await listeningHere(server, url, '--limit', '2', '--json');
    await client.subscribers.upsert({ email: `${crypto.randomUUID()}@x.io` });
    const { stdout } = await ended;
    return jsonLines(stdout);
  };
  expect((await outcomes(target.url)).map(({ status, error }) => [status, error])).toEqual([
    [500, null],
    [302, null],
  ]);
  expect(target.received).toHaveLength(2);
  expect(await outcomes(closed)).toMatchObject([
    { status: null, error: expect.stringMatching(/ECONNREFUSED|refused/) },
    { status: null },
  ]);
});

/** A server that streams webhooks with these headers. */
const streamingWebhooks = (...headers: readonly object[]) =>
  onPort((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    headers.forEach((given, i) => {
      const data = { subscriber_id: 'abc', headers: given, body: '{"größe":1}' };
      response.write(`id: ${i}\nevent: subscriber.created\ndata: ${JSON.stringify(data)}\n\n`);
    });
  });

test('a 403 of the receiver asks for the secret of the URL', async () => {
  const target = await receiver((response) => void response.writeHead(403).end());
  const { client, server } = await sandbox();
  const { ended } = await listeningHere(server, target.url, '--limit', '1');
  await client.subscribers.upsert({ email: 'ann@example.com' });
  expect((await ended).stdout).toContain('does the URL need ?secret=…');
});

test('a webhook with an invalid header is shown as failed, and the next one is forwarded', async () => {
  const target = await receiver();
  const server = await streamingWebhooks({ 'x-note': 'a\nb' }, { 'x y': 'z' }, { 'x-note': 'ok' });
  const { stdout, code } = await trickle(['listen', '--forward-to', target.url, '--limit', '3', '--json'], {
    env: { ...REACHING, TRICKLE_BASE_URL: server },
  });
  expect(jsonLines(stdout)).toMatchObject([
    { status: null, error: expect.stringContaining('Invalid character in header content') },
    { status: null, error: expect.stringContaining('valid HTTP token') },
    { status: 200, error: null },
  ]);
  expect(target.received.map(({ headers }) => headers['x-note'])).toEqual(['ok']);
  expect(code).toBe(0);
});

test('headers of the connection and of the framing are not forwarded', async () => {
  const target = await receiver();
  const server = await streamingWebhooks({
    ...{ 'Transfer-Encoding': 'chunked', 'Content-Length': '2', Connection: 'upgrade', Upgrade: 'h2c' },
    ...{ Host: 'intranet.test', Expect: '100-continue', 'X-Note': 'kept' },
  });
  const { code } = await trickle(['listen', '--forward-to', target.url, '--limit', '1'], {
    env: { ...REACHING, TRICKLE_BASE_URL: server },
  });
  expect(code).toBe(0);
  const [one] = target.received;
  expect(one).toMatchObject({
    body: '{"größe":1}',
    headers: { 'x-note': 'kept', 'content-length': '13', host: new URL(target.url).host },
  });
  for (const name of ['transfer-encoding', 'upgrade', 'expect'])
    expect(one?.headers).not.toHaveProperty(name);
});

test('only the wanted events are forwarded', async () => {
  const { server, client } = await sandbox();
  const target = await receiver();
  await client.subscribers.upsert({ email: 'ann@x.io', tags: ['early'] });
  const { ended } = await listeningHere(
    server,
    target.url,
    ...['--limit', '1', '--events', 'removed_tag,subscriber.deleted'],
  );
  await client.subscribers.upsert({ email: 'ann@x.io', tags: ['late'] });
  await client.tags.remove('ann@x.io', 'early');
  expect(await ended).toMatchObject({ code: 0 });
  expect(target.received.map(subjectOf)).toEqual(['subscriber.removed_tag ann@x.io early']);
});

test('a warning says that events since the given one were not recorded', async () => {
  const { server, client } = await sandbox();
  await client.subscribers.upsert({ email: 'ann@x.io' });
  const { ended, interrupt } = await listeningHere(server, 'localhost:3000/hooks', '--since', '0');
  setImmediate(interrupt);
  const { stderr } = await ended;
  expect(stderr).toContain('The server may not have recorded all webhooks since the last one.');
});

test('tasks of a lane run in order, lanes run in parallel, and no more than the limit at a time', async () => {
  const lanes = new Lanes(2);
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const task = (name: string) => () =>
    new Promise<void>((resolve) => {
      log.push(name);
      gates.set(name, resolve);
    });
  const open = async (name: string) => {
    gates.get(name)?.();
    await new Promise(setImmediate);
  };
  for (const name of ['a1', 'a2', 'b1', 'c1']) lanes.add(name.charAt(0), task(name));
  expect(log).toEqual(['a1', 'b1']);
  await open('a1');
  expect(log).toEqual(['a1', 'b1', 'c1']);
  lanes.stop();
  await open('b1');
  const stopped = lanes.until(0);
  await open('c1');
  await stopped;
  expect([log, lanes.size]).toEqual([['a1', 'b1', 'c1'], 1]);
});
