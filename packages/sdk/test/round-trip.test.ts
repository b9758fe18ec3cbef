import { expect, test } from 'vitest';
import { createServer } from '../../mock-server/src/index.ts';
import { createClient, NotFoundError, ValidationError } from '../src/index.ts';
import { failureOf } from './answered-client.ts';

/* The SDK against the reference server, for what only both together can show. */

test.each(['a+b/c@x.io', "o'hara%41@x.io", 'é&=?#@x.io'])(
  '%s survives the way there and back',
  async (email) => {
    await using server = await createServer();
    const { subscribers, tags } = createClient(server.connection);
    const tag = '50% off / "new"?#+é';
    await subscribers.upsert({ email, tags: [tag, 'vip'] });
    expect(await subscribers.get(email)).toMatchObject({ email, tags: [tag, 'vip'] });
    await tags.remove(email, tag);
    expect(await subscribers.get(email)).toMatchObject({ tags: ['vip'] });
    await subscribers.delete(email);
    await expect(subscribers.get(email)).rejects.toThrow(NotFoundError);
  },
);

test('the server validates what the SDK accepts', async () => {
  await using server = await createServer();
  const { subscribers } = createClient({ ...server.connection, validate: false });
  const call = subscribers.upsert({ email: 'no', sms_number: '1' });
  expect(await failureOf(call, ValidationError)).toMatchObject({
    code: 'email_error',
    errors: [{ attribute: 'email' }, { code: 'sms_error', attribute: 'sms_number' }],
  });
});
