import { expect, it } from 'vitest';
import { withSnakeNames } from './wire.ts';

it('names are converted from camelCase to snake_case within lists and objects, but not within free-form members', () => {
  const at = new Date('2026-03-06T12:00:00Z');
  const shown = withSnakeNames({
    accountId: '1',
    items: [{ subscriberId: '2', properties: { aB: { cD: 1 } }, custom_fields: { eF: 'x' }, at }],
    nothing: null,
    toString: () => 'not a member',
  });
  expect(shown).toEqual({
    account_id: '1',
    items: [
      {
        subscriber_id: '2',
        properties: { aB: { cD: 1 } },
        custom_fields: { eF: 'x' },
        at: '2026-03-06T12:00:00.000Z',
      },
    ],
    nothing: null,
  });
});
