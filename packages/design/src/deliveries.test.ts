import { expect, test } from 'vitest';
import { wordOfDelivery } from './deliveries.ts';

test.each([
  ['pending', 0, 'waiting'],
  ['pending', 2, 'retrying'],
  ['delivered', 1, 'delivered'],
  ['given_up', 9, 'gave up'],
  ['dropped', 0, 'dropped'],
  ['held', 0, 'held'],
  ['of a newer server', 1, 'of a newer server'],
] as const)('a delivery that is %s after %i attempts is called %s', (state, attempts, word) => {
  expect(wordOfDelivery(state, attempts)).toBe(word);
});
