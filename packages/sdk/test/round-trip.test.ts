import { expect, test } from 'vitest';
import { createServer } from '../../mock-server/src/index.ts';
import { AuthenticationError, createClient, NotFoundError, ValidationError } from '../src/index.ts';

/** The SDK against the reference server, for what only both together can show. */
async function connected() {
  const server = await createServer();
  return { server, client: createClient(server.connection), [Symbol.asyncDispose]: () => server.close() };
}

test.each(['a+b/c@x.io', "o'hara%41@x.io", 'é&=?#@x.io'])(
  '%s survives the way there and back',
  async (email) => {
    await using connection = await connected();
    const { subscribers, tags } = connection.client;
    const tag = '50% off / "new"?#+é';
    await subscribers.upsert({ email, tags: [tag, 'vip'] });
    expect(await subscribers.get(email)).toMatchObject({ email, tags: [tag, 'vip'] });
    await tags.remove(email, tag);
    expect(await subscribers.get(email)).toMatchObject({ tags: ['vip'] });
    await subscribers.delete(email);
    await expect(subscribers.get(email)).rejects.toThrow(NotFoundError);
  },
);

test('all pages together have each subscriber once', async () => {
  await using connection = await connected();
  const { server, client } = connection;
  const emails = Array.from({ length: 25 }, (_, i) => `p${i}@x.io`);
  await client.subscribers.upsertBatch(emails.map((email) => ({ email })));
  await server.settle();
  const seen: string[] = [];
  for await (const { email } of client.subscribers.list({ per_page: 10 })) seen.push(email);
  expect(seen.toSorted()).toEqual(emails.toSorted());
});

test('the server validates what the SDK accepts', async () => {
  await using connection = await connected();
  const lenient = createClient({ ...connection.server.connection, validate: false });
  const refusal = await lenient.subscribers
    .upsert({ email: 'no', sms_number: '1' })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ValidationError);
  expect(refusal).toMatchObject({
    code: 'email_error',
    errors: [{ attribute: 'email' }, { code: 'sms_error', attribute: 'sms_number' }],
  });
});

test('unknown credentials have an error of their own', async () => {
  await using connection = await connected();
  const { connection: reach } = connection.server;
  const stranger = createClient({ ...reach, apiKey: 'nobody' });
  await expect(stranger.user.get()).rejects.toThrow(AuthenticationError);
  const gateway = createClient({ ...reach, accountId: 'elsewhere' });
  await expect(gateway.tags.list()).rejects.toMatchObject({ isRetryable: false });
});
