import { expect, it } from 'vitest';
import { ANN, TOKENS } from './boat-shop.ts';
import { scenarios } from './harness.ts';

scenarios('custom field identifiers', (start) => {
  // proves: endpoint GET /v2/{account_id}/custom_field_identifiers
  // proves: note custom_field_identifiers lists the active identifiers of the account
  it('are those that the account has used, in the order of their first use', async () => {
    await using server = await start();
    await server.save({ email: 'cy@acme.test', custom_fields: { boat: 'Skiff', plan: 'free', never: null } });
    await server.save({ email: 'dee@acme.test', custom_fields: { boat: 'Canoe', also_never: '' } });
    expect((await server.get('custom_field_identifiers')).body).toEqual({
      custom_field_identifiers: ['shoe_size', 'plan', 'boat'],
    });
  });

  it('stay when nobody has a value any more', async () => {
    await using server = await start();
    await server.save({ id: ANN.id, custom_fields: { shoe_size: null } });
    await server.delete(`subscribers/${ANN.id}`);
    const { body } = await server.get('custom_field_identifiers');
    expect(body.custom_field_identifiers).toEqual(['shoe_size', 'plan']);
  });

  it('are each account its own', async () => {
    await using server = await start();
    const answer = await server.send('GET', '/v2/8888888/custom_field_identifiers', {
      token: TOKENS.stranger,
    });
    expect(answer.body).toEqual({ custom_field_identifiers: [] });
  });
});
