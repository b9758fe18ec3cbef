import { expect, it } from 'vitest';
import { ANN } from './boat-shop.ts';
import { scenariosOverHttp } from './harness.ts';

const fifty = Array.from({ length: 50 }, (_, i) => i);

scenariosOverHttp('fifty requests at once', (start) => {
  it('concurrent requests for one subscriber are each applied or rate limited', async () => {
    await using server = await start();
    const answers = await Promise.all(
      fifty.map((n) => server.upsert({ id: ANN.id, tags: [`t${n}`], custom_fields: { [`f${n}`]: n } })),
    );
    // U-11: concurrent updates of a subscriber may be rejected.
    const done = fifty.filter((n) => answers[n]?.status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    expect(done.length).toBeGreaterThan(0);
    const { tags, custom_fields } = await server.subscriber(ANN.id);
    expect(tags.filter((tag) => tag.startsWith('t')).sort()).toEqual(done.map((n) => `t${n}`).sort());
    const added = Object.keys(custom_fields).filter((name) => /^f\d/.test(name));
    expect(added.sort()).toEqual(done.map((n) => `f${n}`).sort());
  });

  it('concurrent requests for one new address create one subscriber', async () => {
    await using server = await start();
    const answers = await Promise.all(fifty.map(() => server.upsert({ email: 'cy@acme.test' })));
    const ids = new Set(answers.flatMap(({ body }) => body.subscribers?.map(({ id }) => id) ?? []));
    expect(ids.size).toBe(1);
    expect((await server.get('subscribers')).body.meta).toMatchObject({ total_count: 2 });
  });

  it('concurrent requests for fifty subscribers create those that are valid, and others leave nothing behind', async () => {
    await using server = await start();
    const answers = await Promise.all(
      fifty.map((n) => {
        const record = { email: `n${n}@acme.test`, tags: [`t${n}`], custom_fields: { [`f${n}`]: n } };
        return server.upsert({ ...record, ...(n % 2 === 0 && { user_id: 'u-88' }) });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(fifty.map((n) => (n % 2 === 0 ? 422 : 200)));
    expect((await server.get('subscribers?status=all')).body.meta).toMatchObject({ total_count: 27 });
    expect((await server.get('tags')).body.tags).toHaveLength(27);
    expect((await server.get('custom_field_identifiers')).body.custom_field_identifiers).toHaveLength(27);
  });
});
