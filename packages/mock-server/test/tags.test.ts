import { describe, expect, it } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';

const apply = (email: string, tag: string) => ({ tags: [{ email, tag }] });

scenarios('tags', (start) => {
  // proves: endpoint GET /v2/{account_id}/tags
  // proves: endpoint POST /v2/{account_id}/tags
  // proves: endpoint DELETE /v2/{account_id}/subscribers/{email}/tags/{tag}
  it('tags are applied, removed and listed by name', async () => {
    await using server = await start();
    expect((await server.post('tags', apply(ANN.email, 'angler'))).text).toBe('{}');
    expect((await server.subscriber(ANN.id)).tags).toEqual(['vip', 'boat owner', 'angler']);
    expect((await server.get('tags')).body.tags).toEqual(['angler', 'boat owner', 'vip']);
    const removed = await server.delete(`subscribers/${encodeURIComponent(ANN.email)}/tags/boat%20owner`);
    expect(removed.status).toBe(204);
    expect((await server.subscriber(ANN.id)).tags).toEqual(['vip', 'angler']);
    expect((await server.get('tags')).body.tags).toEqual(['angler', 'vip']);
  });

  it.each([
    ['50%/off', '50%25%2Foff'],
    ['a b', 'a%20b'],
    ['a b', 'a+b'],
    ['a+b', 'a%2Bb'],
    ['a+b', 'a+b'],
    ['%2F', '%252F'],
    ['?#&=;', '%3F%23&=;'],
    ['Ünï 🚣', encodeURIComponent('Ünï 🚣')],
    ['100%', '100%'],
  ])('the tag %j is removed by the path %s', async (tag, segment) => {
    await using server = await start();
    await server.save({ email: 'a+b/c@acme.test', tags: ['keep', tag] });
    const answer = await server.delete(`subscribers/a%2Bb%2Fc%40acme.test/tags/${segment}`);
    expect(answer.status).toBe(204);
    expect((await server.subscriber('a+b/c@acme.test')).tags).toEqual(['keep']);
  });
});

describe('tags of a subscriber', () => {
  // U-09
  it('applying a tag creates an unknown subscriber', async () => {
    await using server = await startServer();
    expect((await server.post('tags', apply('cy@acme.test', 'new'))).status).toBe(201);
    expect(await server.subscriber('cy@acme.test')).toMatchObject({ status: 'active', tags: ['new'] });
  });

  it('applying a tag leaves the rest of the subscriber unchanged', async () => {
    await using server = await startServer();
    const bob = await server.subscriber('p2');
    await server.post('tags', apply('BOB@acme.test', 'new'));
    await server.post('tags', apply('bob@acme.test', 'new'));
    expect(await server.subscriber('p2')).toEqual({ ...bob, tags: ['new'] });
  });

  // U-09
  it('removing a missing tag, or a tag of an unknown subscriber, succeeds', async () => {
    await using server = await startServer();
    const before = await server.state();
    for (const path of ['bob%40acme.test/tags/vip', 'nobody%40acme.test/tags/vip', 'p2/tags/vip']) {
      expect((await server.delete(`subscribers/${path}`)).status).toBe(204);
    }
    expect(await server.state()).toBe(before);
  });

  // U-04
  it.each([
    ['matches a plus before a space', ['a b', 'a+b'], 'a+b', ['a b']],
    ['can have pluses for spaces beside an encoded one', ['a + b', 'a   b'], 'a+%2B+b', ['a   b']],
    ['matches no plus by an encoded space', ['a+b'], 'a%20b', ['a+b']],
  ])('a tag in the path %s', async (_, tags, segment, left) => {
    await using server = await startServer();
    await server.save({ id: 'p2', tags });
    await server.delete(`subscribers/bob%40acme.test/tags/${segment}`);
    expect((await server.subscriber('p2')).tags).toEqual(left);
  });

  it('tags of another account are neither listed nor removed', async () => {
    await using server = await startServer();
    const other = { token: TOKENS.stranger };
    const body = apply('zoe@other.test', 'secret');
    await server.send('POST', '/v2/8888888/tags', { ...other, body });
    await server.delete('subscribers/zoe%40other.test/tags/secret');
    expect((await server.get('tags')).body.tags).not.toContain('secret');
    expect((await server.send('GET', '/v2/8888888/tags', other)).body.tags).toEqual(['secret']);
  });
});

describe('the limit of tags', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `tag ${i}`);

  /** Gives a subscriber 1,000 tags. A request applies 250. */
  async function fill(server: TestServer): Promise<void> {
    for (let i = 0; i < names.length; i += 250) {
      await server.save({ email: 'cy@acme.test', tags: names.slice(i, i + 250) });
    }
  }

  // U-154
  it('a subscriber with 1,000 tags can exchange one for another in one request', async () => {
    await using server = await startServer();
    await fill(server);
    const exchanged = await server.save({ email: 'cy@acme.test', tags: ['new'], remove_tags: ['tag 7'] });
    expect(exchanged.tags).toHaveLength(1000);
    expect(exchanged.tags).toEqual([...names.filter((name) => name !== 'tag 7'), 'new']);
  });

  it.each([
    ['a tag that the subscriber lacks', { tags: ['new'], remove_tags: ['none'] }],
    ['fewer tags than are applied', { tags: ['new', 'newer'], remove_tags: ['tag 7'] }],
  ])('removing %s does not make room', async (_, change) => {
    await using server = await startServer();
    await fill(server);
    const { status, body } = await server.upsert({ email: 'cy@acme.test', ...change });
    expect([status, body.errors]).toMatchObject([422, [{ code: 'length_error', attribute: 'tags' }]]);
    expect(body.errors?.[0]?.message).toMatch(/this would make 1001$/);
  });

  it('a tag that the same request applies and removes needs no room', async () => {
    await using server = await startServer();
    await fill(server);
    const { tags } = await server.save({ email: 'cy@acme.test', tags: ['gone'], remove_tags: ['gone'] });
    expect(tags).toEqual(names);
  });
});
