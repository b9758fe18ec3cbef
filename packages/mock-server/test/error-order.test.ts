import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { type Answer, basic, startServer, type TestServer } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';

const remainingOf = ({ headers }: Answer) => headers.get('x-ratelimit-remaining');

/** Sends a subscriber in a body that arrives bit by bit. */
const sendSlowly = (server: TestServer, body: ReadableStream, token: string = TOKENS.owner) =>
  server.fetch(
    new Request(`${server.url}/v2/9999999/subscribers`, {
      method: 'POST',
      headers: { authorization: basic(token) },
      body,
      duplex: 'half',
    } as RequestInit),
  );

describe('the order of errors', () => {
  test('the 429 of the hour comes before errors of the body, once the body has arrived', async () => {
    await using server = await startServer({ limits: { individual: 1 }, bodyLimit: 100 });
    expect((await server.post('subscribers', '{')).status).toBe(400);
    for (const body of ['{', '{"subscribers": []}', 'x'.repeat(200)]) {
      expect((await server.send('POST', 'subscribers', { body })).status).toBe(429);
    }
    expect((await server.requests.find({ status: 429 })).map(({ body }) => body)).toEqual([
      '{',
      { subscribers: [] },
      undefined, // it is too long to be read
    ]);
  });

  test('a stranger is answered before the body is read', async () => {
    await using server = await startServer();
    const endless = new ReadableStream();
    expect((await sendSlowly(server, endless, 'wrong')).status).toBe(401);
  });

  test('while a body arrives, other requests of its account are answered, also updates', async () => {
    await using server = await startServer({ limits: {} });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const slow = sendSlowly(server, readable);
    const body = writable.getWriter();
    await body.write(new TextEncoder().encode('{"subscribers": [{"email": "'));
    expect((await server.upsert({ email: ANN.email, city: 'Kiel' })).status).toBe(200);
    await body.write(new TextEncoder().encode(`${ANN.email}", "city": "Bergen"}]}`));
    await body.close();
    expect((await slow).status).toBe(200);
    expect(await server.subscriber(ANN.id)).toMatchObject({ city: 'Bergen' });
  });
});

describe('requests that do not count', () => {
  test('a request that fails with an internal error does not count, and does nothing', async () => {
    using folder = new TemporaryFolder();
    const db = folder.file('broken.db');
    await using server = await startServer({ db, limits: {} });
    const before = Number(remainingOf(await server.get('tags')));
    const database = new DatabaseSync(db);
    database.exec(
      "create trigger broken before insert on subscriber_tags begin select raise(abort, 'x'); end",
    );
    const failed = await server.upsert({ email: 'new@acme.test', tags: ['vip'] });
    expect([failed.status, remainingOf(failed)]).toEqual([500, null]);
    expect(server.errors.splice(0)).toHaveLength(1);
    database.exec('drop trigger broken');
    database.close();
    expect((await server.get('subscribers/new@acme.test')).status).toBe(404);
    expect(remainingOf(await server.get('tags'))).toBe(String(before - 2));
  });

  test('a request whose connection breaks within the body does not count', async () => {
    await using server = await startServer({ limits: {} });
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect((await sendSlowly(server, broken)).status).toBe(400);
    expect(remainingOf(await server.get('tags'))).toBe('3599');
  });
});
