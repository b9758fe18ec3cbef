import { describe, expect, it } from 'vitest';
import { scenariosOverHttp, startServer, type TestServer } from './harness.ts';
import { mailingAccount } from './mailing-account.ts';
import { rows, TemporaryFolder } from './temporary-folder.ts';
import { ANN, tag, withReceiver } from './webhook-account.ts';

interface Message {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A connection to the stream of webhooks. */
class Connection {
  readonly #reader: ReadableStreamDefaultReader<string> | undefined;
  readonly #ready: Message[] = [];
  #rest = '';

  constructor(response: Response) {
    this.#reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(server: TestServer, query = '', headers: Record<string, string> = {}) {
    const request = new Request(`${server.url}/_admin/webhooks/stream${query}`, { headers });
    return new Connection(await server.fetch(request));
  }

  /** Opens a connection, and reads the message that it listens. */
  static async listen(server: TestServer, query?: string) {
    const connection = await Connection.open(server, query);
    await connection.next();
    return connection;
  }

  /** The next message; undefined at the end of the stream. */
  async next(): Promise<Message | undefined> {
    while (this.#ready.length === 0) {
      const { value, done } = (await this.#reader?.read()) ?? { done: true };
      if (done) return undefined;
      const blocks = (this.#rest + value).split('\n\n');
      this.#rest = blocks.pop() ?? '';
      for (const block of blocks.filter((text) => !text.startsWith(':'))) {
        const [, id, event = '', data = ''] = /^id: (\d+)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
        this.#ready.push({ id: Number(id), event, data: JSON.parse(data) });
      }
    }
    return this.#ready.shift();
  }

  /** The next messages until one of this event. */
  async until(event: string): Promise<Message[]> {
    const messages: Message[] = [];
    for (let last = ''; last !== event; ) {
      const message = await this.next();
      if (!message) throw new Error(`The stream ended before ${event}.`);
      messages.push(message);
      last = message.event;
    }
    return messages;
  }

  /** The tags in the next messages. */
  async tags(count: number): Promise<unknown[]> {
    const tags: unknown[] = [];
    while (tags.length < count) {
      const message = await this.next();
      tags.push(JSON.parse(String(message?.data.body)).data.properties.tag);
    }
    return tags;
  }

  close = async () => void (await this.#reader?.cancel());
  [Symbol.asyncDispose] = this.close;
}

const seed = mailingAccount({ subscribers: [ANN] });

scenariosOverHttp('the stream of webhooks', (start) => {
  it('the stream has the same bodies and headers that a webhook receives, in the same order', async () => {
    await using pair = await withReceiver(start);
    const { server, receiver } = pair;
    await using stream = await Connection.open(server);
    expect(await stream.next()).toMatchObject({ event: 'listening', data: { is_incomplete: false } });
    await server.upsert({ email: 'cy@acme.test', tags: ['vip'], custom_fields: { boat: 'Yawl' } });
    await tag(server, 'new');
    await server.delete('subscribers/cy@acme.test');
    await server.settle();
    const messages = await stream.until('subscriber.deleted');
    const deliveries = await server.webhooks.deliveries();
    expect(messages.map(({ data }) => data.body)).toEqual(deliveries.map(({ body }) => body));
    expect(messages.map(({ event }) => event)).toEqual(deliveries.map(({ event }) => event));
    expect(messages.length).toBeGreaterThan(4);
    expect(receiver.headers[0]).toMatchObject(messages[0]?.data.headers as object);
    expect(messages.at(-1)?.data).toMatchObject({
      account_id: '9999999',
      subscriber_id: deliveries.at(-1)?.subscriberId,
    });
  });

  // Unspecified: U-87
  it('a sample for all webhooks reaches listeners, also without a webhook, and one for a single webhook does not', async () => {
    await using pair = await withReceiver(start, undefined, { events: ['subscriber.created'] });
    const { server, receiver } = pair;
    await using stream = await Connection.listen(server);
    const { webhooks } = server;
    await webhooks.trigger('subscriber.bounced', { webhookId: '1' });
    expect(await webhooks.trigger('subscriber.applied_tag', { subscriberId: ANN.id })).toEqual([]);
    await webhooks.trigger('subscriber.created');
    await server.settle();
    const messages = await stream.until('subscriber.created');
    expect(messages.map(({ event }) => event)).toEqual(['subscriber.applied_tag', 'subscriber.created']);
    expect(JSON.parse(String(messages[0]?.data.body))).toMatchObject({ data: { subscriber: ANN } });
    expect(JSON.parse(String(messages[1]?.data.body))).toEqual(receiver.came[1]);
  });

  it('a listener that comes back receives what it missed, once', async () => {
    await using server = await start({ seed });
    const first = await Connection.listen(server);
    await tag(server, 'one');
    const [seen] = await first.until('subscriber.applied_tag');
    await first.close();
    await tag(server, 'two');
    await tag(server, 'three');
    await using second = await Connection.open(server, '', { 'last-event-id': String(seen?.id) });
    expect(await second.next()).toMatchObject({ id: seen?.id, data: { is_incomplete: false } });
    await tag(server, 'four');
    expect(await second.tags(3)).toEqual(['two', 'three', 'four']);
  });

  it('listening continues through a reset and a restored checkpoint', async () => {
    await using server = await start({ seed });
    const { id } = await server.snapshot();
    await using stream = await Connection.listen(server);
    await tag(server, 'before');
    await server.restore(id);
    await tag(server, 'restored');
    await server.reset();
    await tag(server, 'reset');
    expect(await stream.tags(3)).toEqual(['before', 'restored', 'reset']);
  });

  it('the stream rejects unknown accounts and invalid queries', async () => {
    await using server = await start();
    const status = async (query: string) =>
      (await server.fetch(new Request(`${server.url}/_admin/webhooks/stream${query}`))).status;
    expect(await status('?account_id=1')).toBe(404);
    expect(await status('?acount_id=9999999')).toBe(422);
    expect(await status('?after=x')).toBe(422);
  });
});

describe('recorded payloads', () => {
  const count = (db: string) => rows(db, 'select count(*) as n from webhook_payloads')[0]?.n;

  it('payloads are recorded only for accounts that someone listens to', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('shop.db');
    await using server = await startServer({ db, seed });
    await tag(server, 'unheard');
    expect(count(db)).toBe(0);
    const other = await server.createAccount();
    await using _ = await Connection.listen(server, `?account_id=${other.accountId}`);
    await tag(server, 'unheard too');
    expect(count(db)).toBe(0);
  });

  it('a restart of the server loses nothing that a listener has to receive', async () => {
    using folder = new TemporaryFolder();
    const options = { db: folder.file('shop.db'), seed };
    let id: number | undefined;
    {
      await using server = await startServer(options);
      const stream = await Connection.listen(server);
      await tag(server, 'one');
      id = (await stream.next())?.id;
      await tag(server, 'two');
    }
    await using server = await startServer(options);
    await tag(server, 'three');
    await using stream = await Connection.open(server, `?after=${id}`);
    expect(await stream.next()).toMatchObject({ data: { is_incomplete: false } });
    expect(await stream.tags(2)).toEqual(['two', 'three']);
  });

  it.each([
    ['were not recorded while nobody listened', '?after=0', {}],
    ['a server in memory forgot when it ended', '', { 'last-event-id': '500' }],
  ])('a listener learns that payloads are missing, which %s', async (_, query, headers) => {
    await using server = await startServer({ seed });
    await tag(server, 'unheard');
    await using stream = await Connection.open(server, query, headers as Record<string, string>);
    expect(await stream.next()).toMatchObject({ id: 0, data: { after: 0, is_incomplete: true } });
    await tag(server, 'heard');
    expect(await stream.tags(1)).toEqual(['heard']);
  });

  it('payloads are recorded also where no events are retained', async () => {
    await using server = await startServer({ seed, retention: { events: 0 } });
    await using stream = await Connection.listen(server);
    for (const name of ['one', 'two', 'three']) expect((await tag(server, name)).status).toBe(201);
    expect(await stream.tags(3)).toEqual(['one', 'two', 'three']);
  });

  it('a listener that is gone is forgotten, even if it left without reading', async () => {
    await using server = await startServer({ seed });
    const response = await server.fetch(new Request(`${server.url}/_admin/webhooks/stream`));
    const listeners = async () => (await server.exportState()).tables.webhook_listeners ?? [];
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read(); // listening
    for (let i = 0; i < 40; i++) await tag(server, `${i} ${'x'.repeat(900)}`);
    expect(await listeners()).toHaveLength(1);
    await reader?.cancel();
    await server.reset();
    await server.settle();
    expect(await listeners()).toEqual([]);
  });

  it('the stream ends with the server', async () => {
    const server = await startServer({ seed });
    const stream = await Connection.listen(server);
    await server.server.close();
    expect(await stream.next()).toBeUndefined();
  });

  it('a comparison with a checkpoint leaves out what only listeners need', async () => {
    await using server = await startServer({ seed });
    const { id } = await server.snapshot();
    await using _ = await Connection.listen(server);
    await tag(server, 'one');
    expect(Object.keys((await server.diff(id)).nouns)).not.toContain('webhook_payloads');
  });
});
