import { field as f } from '@trickle/sdk/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { coerce } from './reader.ts';

const Input = z.strictObject({
  name: f.optional(f.text()),
  count: f.optional(f.integer()),
  flag: f.optional(f.boolean()),
});

test('strings of a path or query are converted to the declared types, and none is dropped', () => {
  expect(coerce(Input, { name: '7', count: '-12', flag: 'true', other: '1' })).toEqual({
    name: '7',
    count: -12,
    flag: true,
    other: '1',
  });
  expect(coerce(Input, { name: '', count: '', flag: '' })).toEqual({ name: '', count: '', flag: '' });
});

test('a member named __proto__ is preserved', () => {
  const read = coerce(Input, JSON.parse('{"__proto__": "Eve"}'));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.keys(read)).toEqual(['__proto__']);
});
