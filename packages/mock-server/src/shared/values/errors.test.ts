import { expect, test } from 'vitest';
import { reasonOf } from './errors.ts';

test.each<[unknown, string]>([
  [new Error('refused'), 'refused'],
  [new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]), 'refused by ::1'],
  [new AggregateError([new AggregateError([new Error('nested')])]), 'nested'],
  [new AggregateError([]), 'AggregateError'],
  [new TypeError(''), 'TypeError'],
  ['text', 'text'],
])('the reason of %s is %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
