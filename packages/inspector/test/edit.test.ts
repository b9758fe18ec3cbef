import { expect, test } from 'vitest';
import { changesIn, type Edited, textsOf } from '../src/pages/subscribers/edit.ts';

const subscriber: Edited = {
  id: '1',
  email: 'ann@example.com',
  delivery_status: 'active',
  tags: [],
  custom_fields: { plan: 'pro' },
  created_at: '2026-01-01T00:00:00Z',
  lifetime_value: 0,
  base_lead_score: 30,
};

test('only changes are sent', () => {
  const texts = textsOf(subscriber);
  expect(changesIn(subscriber, texts, { plan: 'pro' })).toEqual({});
  expect(changesIn(subscriber, { ...texts, first_name: 'Ann' }, { plan: 'pro', size: 'L' })).toEqual({
    first_name: 'Ann',
    custom_fields: { size: 'L' },
  });
});

test('a new address and a new score are sent as the REST API takes them', () => {
  const texts = { ...textsOf(subscriber), email: 'new@example.com', base_lead_score: '40' };
  expect(changesIn(subscriber, texts, subscriber.custom_fields)).toEqual({
    new_email: 'new@example.com',
    base_lead_score: 40,
  });
});
