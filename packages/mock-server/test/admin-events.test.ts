import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventStream } from '../src/admin/http/event-stream.ts';
import { listen } from '../src/api/http/port.ts';
import { createServer } from '../src/index.ts';
import { scenariosOverHttp, startServer, type TestServer } from './harness.ts';

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The messages of an event stream. */
async function* messagesOf(response: Response): AsyncGenerator<Message, void> {
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) continue;
      const lines = block.split('\n').map((line) => {
        const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
        return [name, name === 'data' ? JSON.parse(value) : value];
      });
      yield Object.fromEntries(lines);
    }
  }
}

const open = (server: TestServer, query = '', headers: Record<string, string> = {}) =>
  server.fetch(new Request(`${server.url}/_admin/events/stream${query}`, { headers }));

async function take(messages: AsyncGenerator<Message, void>, count: number): Promise<Message[]> {
  const taken: Message[] = [];
  while (taken.length < count) {
    const { value, done } = await messages.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

scenariosOverHttp('the event stream', (start) => {
  it('the event stream delivers events in order as they occur', async () => {
    await using server = await start();
    const response = await open(server);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const messages = messagesOf(response);
    const first = messages.next();
    const { id } = await server.save({ email: 'cy@acme.test', tags: ['vip'] });
    const emitted = [(await first).value, ...(await take(messages, 2))] as Message[];
    expect(emitted.map(({ event }) => event)).toEqual([
      'subscriber.created',
      'subscriber.subscribed_to_email_marketing',
      'subscriber.applied_tag',
    ]);
    expect(emitted[2]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event: 'subscriber.applied_tag',
      data: {
        account_id: '9999999',
        subscriber_id: id,
        subscriber: { id, email: 'cy@acme.test' },
        event: 'subscriber.applied_tag',
        properties: { tag: 'vip' },
        occurred_at: '2026-03-06T12:00:00Z',
      },
    });
    await messages.return();
  });

  it('the event stream continues after the last event that the client received', async () => {
    await using server = await start();
    for (const city of ['a', 'b', 'c']) await server.upsert({ email: `${city}@acme.test` });
    const all = await server.exportState();
    const seqs = (all.tables.domain_events ?? []).map(({ seq }) => String(seq));
    for (const resume of [{ query: '?after=0' }, { headers: { 'last-event-id': '0' } }]) {
      const messages = messagesOf(await open(server, resume.query, resume.headers));
      expect((await take(messages, seqs.length)).map(({ id }) => id)).toEqual(seqs);
      await messages.return();
    }
    const [, second = ''] = seqs.toReversed();
    const rest = messagesOf(await open(server, '?after=0', { 'last-event-id': second }));
    expect((await take(rest, 1)).map(({ id }) => id)).toEqual(seqs.slice(-1));
    await rest.return();
  });

  it('the event stream of one account continues through a reset', async () => {
    await using server = await start();
    const account = await server.createAccount();
    const messages = messagesOf(await open(server, `?account_id=${account.accountId}`));
    const first = messages.next();
    await server.save({ email: 'cy@acme.test' });
    await server.extend({ subscribers: [{ email: 'own@acme.test' }] }, { accountId: account.accountId });
    expect((await first).value).toMatchObject({ data: { account_id: account.accountId } });
    await messages.return();

    const others = messagesOf(await open(server));
    const next = others.next();
    const { id } = await server.snapshot();
    await server.restore(id);
    const subscriber = await server.save({ email: 'dee@acme.test' });
    expect((await next).value).toMatchObject({
      event: 'subscriber.created',
      data: { subscriber_id: subscriber.id },
    });
    await others.return();
  });

  it('the event stream rejects invalid queries', async () => {
    await using server = await start();
    expect((await open(server, '?acount_id=1')).status).toBe(422);
    expect((await open(server, '', { 'last-event-id': 'x' })).status).toBe(422);
  });
});

describe('watch', () => {
  it('watch delivers the same events in-process until the loop ends or the signal aborts', async () => {
    await using server = await startServer();
    const ending = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { event, properties } of server.watch({ after: 0, signal: ending.signal })) {
        seen.push(event);
        if (properties.tag === 'last') ending.abort();
      }
    })();
    await server.upsert({ email: 'cy@acme.test', tags: ['last'] });
    await watching;
    expect(seen.at(-1)).toBe('subscriber.applied_tag');
    for await (const { event } of server.watch({ after: 0 })) {
      expect(event).toBe(seen[0]);
      break;
    }
  });

  it('watch ends when the server closes, like the stream', async () => {
    const server = await createServer();
    const watching = server.watch().next();
    const stream = messagesOf(await server.fetch(new Request('http://x.test/_admin/events/stream')));
    const message = stream.next();
    await server.settle();
    await server.close();
    expect(await watching).toEqual({ done: true, value: undefined });
    expect(await message).toEqual({ done: true, value: undefined });
  });
});

describe('an event stream with a slow reader', () => {
  const text = 'x'.repeat(1000);

  /** A stream of an endless source, which counts how many items were taken. */
  function endless() {
    let taken = 0;
    async function* items(): AsyncGenerator<number, void> {
      for (;;) yield ++taken;
    }
    const stream = () => eventStream(items, (id) => ({ id, event: 'subscriber.created', data: { text } }));
    return { stream, taken: () => taken };
  }

  it('the stream takes only as many events as its buffer holds, and more when it is read', async () => {
    const { stream, taken } = endless();
    const { body } = stream();
    // Everything that a stream does by itself is done after a few turns of the event loop.
    for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
    const held = taken();
    expect(held).toBeLessThan(30); // 1.1 kB each; the buffer holds 16 kB
    const messages = messagesOf(new Response(body));
    const ids = (await take(messages, 200)).map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(taken()).toBeLessThan(200 + held + 30);
    await messages.return();
  });

  it('over a socket, the stream takes no more events than the buffers hold', async () => {
    const { stream, taken } = endless();
    const listener = await listen(async () => stream(), {});
    onTestFinished(() => listener.close(AbortSignal.abort()));
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'readable'); // paused: nothing more is read
    for (let before = -1; before !== taken(); ) {
      before = taken();
      for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate);
    }
    expect(taken()).toBeLessThan(40_000); // the system's buffers for two sockets, a few MB
    socket.destroy();
  });

  it('the stream continues where reading paused', async () => {
    await using server = await startServer();
    for (let i = 0; i < 150; i++) await server.upsert({ email: `p${i}@acme.test` });
    const all: number[] = [];
    for await (const { seq } of server.watch({ after: 0 })) {
      all.push(seq);
      if (all.length >= 300) break;
    }
    expect(all).toEqual([...new Set(all)].sort((one, other) => one - other));
    const messages = messagesOf(await open(server, '', { 'last-event-id': String(all[199]) }));
    expect((await take(messages, 100)).map(({ id }) => Number(id))).toEqual(all.slice(200));
    await messages.return();
  });
});
