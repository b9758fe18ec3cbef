import { expect, it } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { issuesIn, scenarios, startServer } from './harness.ts';
import { give, scriptShop } from './script-shop.ts';

scenarios('custom field identifiers', (start) => {
  // proves: endpoint GET /v2/{account_id}/custom_field_identifiers
  // proves: note custom_field_identifiers lists the active identifiers of the account
  it('custom fields are listed in the order of first use', async () => {
    await using server = await start();
    await server.save({ email: 'cy@acme.test', custom_fields: { boat: 'Skiff', plan: 'free', never: null } });
    await server.save({ email: 'dee@acme.test', custom_fields: { boat: 'Canoe', also_never: '' } });
    expect((await server.get('custom_field_identifiers')).body).toEqual({
      custom_field_identifiers: ['shoe_size', 'plan', 'boat'],
    });
  });

  it('custom fields remain when no subscriber has a value', async () => {
    await using server = await start();
    await server.save({ id: ANN.id, custom_fields: { shoe_size: null } });
    await server.delete(`subscribers/${ANN.id}`);
    const { body } = await server.get('custom_field_identifiers');
    expect(body.custom_field_identifiers).toEqual(['shoe_size', 'plan']);
  });

  it('custom fields belong to one account', async () => {
    await using server = await start();
    const path = '/v2/8888888/custom_field_identifiers';
    const answer = await server.send('GET', path, { token: TOKENS.stranger });
    expect(answer.body).toEqual({ custom_field_identifiers: [] });
  });
});

const fields = (count: number, prefix = 'f') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}_${i}`, i]));

// U-154
it('a subscriber has at most 1,000 custom fields, of which each can be changed and cleared', async () => {
  await using server = await startServer();
  await server.save({ email: 'cy@acme.test', custom_fields: fields(1000) });
  const answer = await server.upsert({ email: 'cy@acme.test', custom_fields: { one: 1 } });
  expect(issuesIn(answer)).toEqual(['custom_fields: length_error']);
  const changed = { f_0: null, f_1: 'changed', one: 1 };
  const { custom_fields } = await server.save({ email: 'cy@acme.test', custom_fields: changed });
  expect(Object.keys(custom_fields)).toHaveLength(1000);
  expect(custom_fields).toMatchObject({ f_1: 'changed', one: '1' });
  const refused = await server.upsert({ email: 'dee@acme.test', custom_fields: fields(1001) });
  expect(issuesIn(refused)).toEqual(['custom_fields: length_error']);
});

// U-154
it('a page gets the same answer whether its custom fields fit or not', async () => {
  await using server = await startServer({ seed: scriptShop() });
  const send = (given: object) => give(server, 'identify', { email: 'ann@acme.test', ...given });
  expect(await send(fields(900))).toMatchObject({ success: true });
  expect(await send(fields(900, 'g'))).toMatchObject({ success: true });
  const { custom_fields } = await server.subscriber('ann@acme.test');
  expect(Object.keys(custom_fields)).toHaveLength(1000);
});
