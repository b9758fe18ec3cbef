import { expect, test } from 'vitest';
import { Reasons } from './reasons.ts';

test('reasons are counted by kind, once per record, and the most frequent come first', () => {
  const reasons = new Reasons();
  for (let i = 0; i < 30; i++) reasons.add(`Total must be a number, not "1;${i}"`);
  for (let i = 0; i < 20; i++) reasons.add(`email must be a valid email address; OK says neither: 'x${i}'`);
  for (let i = 0; i < 7; i++) reasons.add(`kind ${i}; kind ${i}`);
  expect(reasons.commonest()).toEqual([
    { reason: 'Total must be a number, not …', count: 30 },
    { reason: 'email must be a valid email address', count: 20 },
    { reason: 'OK says neither: …', count: 20 },
    { reason: 'kind 0', count: 1 },
    { reason: 'kind 1', count: 1 },
  ]);
});

test('a file with only new reasons takes a bounded amount of memory', () => {
  const reasons = new Reasons();
  for (let i = 0; i < 5000; i++) reasons.add(`reason ${i}`);
  expect(reasons.commonest(10_000)).toHaveLength(1000);
});
