import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { streamEvents } from '../src/admin/event-stream.ts';
import { listen } from '../src/http/listen.ts';
import { createServer } from '../src/index.ts';
import type { NumberedEvent } from '../src/store/domain-events.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The messages of an event stream, one after another. */
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

scenarios('the event stream', (start) => {
  it('tells what happens as it happens, in order', async () => {
    await using server = await start();
    const response = await open(server);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const messages = messagesOf(response);
    const first = messages.next();
    const { id } = await server.save({ email: 'cy@acme.test', tags: ['vip'] });
    const told = [(await first).value, ...(await take(messages, 2))] as Message[];
    expect(told.map(({ event }) => event)).toEqual([
      'subscriber.created',
      'subscriber.subscribed_to_email_marketing',
      'subscriber.applied_tag',
    ]);
    expect(told[2]).toEqual({
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

  it('goes on after the event that the client knows last', async () => {
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

  it('tells of one account, and goes on through a reset', async () => {
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
    const person = await server.save({ email: 'dee@acme.test' });
    expect((await next).value).toMatchObject({
      event: 'subscriber.created',
      data: { subscriber_id: person.id },
    });
    await others.return();
  });

  it('is refused with a query that makes no sense', async () => {
    await using server = await start();
    expect((await open(server, '?acount_id=1')).status).toBe(422);
    expect((await open(server, '', { 'last-event-id': 'x' })).status).toBe(422);
  });
});

describe('watch', () => {
  it('gives the same events in-process, until it is left or its signal aborts', async () => {
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

  it('ends with the server, as the stream does', async () => {
    const server = await createServer();
    const watching = server.watch().next();
    const stream = messagesOf(await server.fetch(new Request('http://x.test/_admin/events/stream')));
    const message = stream.next();
    await server.settle();
    await server.close();
    expect([await watching, await message]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it('costs nothing while nobody watches', async () => {
    await using server = await createServer();
    const events = server.watch({ after: 0 });
    await events.return();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe('a stream that nobody reads', () => {
  const text = 'x'.repeat(1000);

  /** Events without an end, and how many of them were taken. */
  function endless() {
    let taken = 0;
    async function* watch(): AsyncGenerator<NumberedEvent, void> {
      for (;;) {
        taken++;
        const event = { seq: taken, accountId: '1', subscriberId: '2', event: 'subscriber.created' } as const;
        yield { ...event, properties: { text }, occurredAt: '2026-01-01T00:00:00Z', cause: null };
      }
    }
    return { server: { watch }, taken: () => taken };
  }

  it('takes only as many events as it has room for, and the others when it is read', async () => {
    const { server, taken } = endless();
    const request = new Request('http://x.test/_admin/events/stream');
    const { body } = streamEvents(server, request);
    // Everything that a stream does by itself is done after some turns of the event loop.
    for (let turns = 0; turns < 100; turns++) await new Promise(setImmediate);
    const held = taken();
    expect(held).toBeLessThan(30); // of 1.1 kB each, and 16 kB have room
    const messages = messagesOf(new Response(body));
    const ids = (await take(messages, 200)).map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(taken()).toBeLessThan(200 + held + 30);
    await messages.return();
  });

  it('takes no more over a socket than fits into its buffers', async () => {
    const { server, taken } = endless();
    const listener = await listen(async (request) => streamEvents(server, request), {});
    onTestFinished(() => listener.close(AbortSignal.abort()));
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(socket, 'readable'); // paused: nothing more is read
    for (let before = -1; before !== taken(); ) {
      before = taken();
      for (let turns = 0; turns < 200; turns++) await new Promise(setImmediate);
    }
    expect(taken()).toBeLessThan(40_000); // what the system keeps for two sockets, some MB
    socket.destroy();
  });

  it('goes on where it was read last', async () => {
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
