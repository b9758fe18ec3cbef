import { expect, test } from 'vitest';
import { changesIn, editableOf } from '../src/pages/subscribers/edit.ts';

const subscriber = {
  email: 'ann@example.com',
  custom_fields: { plan: 'pro' },
  base_lead_score: 30,
  time_zone: 'Etc/UTC',
};

test('only changes are sent', () => {
  const value = editableOf(subscriber);
  expect(changesIn(value, value)).toEqual({});
  const changed = { ...value, first_name: 'Ann', custom_fields: { plan: 'pro', size: 'L' } };
  expect(changesIn(value, changed)).toEqual({ first_name: 'Ann', custom_fields: { size: 'L' } });
});

test('a new address and a new score are sent as the REST API takes them', () => {
  const value = editableOf(subscriber);
  expect(changesIn(value, { ...value, new_email: 'new@example.com', base_lead_score: 40 })).toEqual({
    new_email: 'new@example.com',
    base_lead_score: 40,
  });
});
