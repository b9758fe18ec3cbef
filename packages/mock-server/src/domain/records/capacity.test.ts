import { describe, expect, test } from 'vitest';
import { MAX_OBJECT_LENGTH } from '../../shared/values/lengths.ts';
import type { Source } from '../context/context.ts';
import { isWithinLength, limitAdditions } from './capacity.ts';

const limits = { custom_fields: MAX_OBJECT_LENGTH, tags: 75_000 } as const;
const STRICT = ['api', 'batch', 'admin', 'seed'] satisfies Source[];
const LENIENT = ['script', 'workflow'] satisfies Source[];
const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);

// U-320
describe.each(Object.entries(limits) as [keyof typeof limits, number][])(
  'the length of %s',
  (attribute, limit) => {
    test('values of exactly the limit are stored, from every source', () => {
      for (const source of [...STRICT, ...LENIENT])
        expect(isWithinLength({ source }, attribute, limit), source).toBe(true);
    });

    test('one character more is an error for requests, and is dropped for pages and background work', () => {
      for (const source of STRICT)
        expect(() => isWithinLength({ source }, attribute, limit + 1), source).toThrow(
          `limited to ${limit} characters`,
        );
      for (const source of LENIENT)
        expect(isWithinLength({ source }, attribute, limit + 1), source).toBe(false);
    });
  },
);

// U-154
test('a subscriber has at most 1000 tags', () => {
  const add = (source: Source, additions: readonly string[]) =>
    limitAdditions({ source }, 'tags', { before: names(999), additions });
  const many = names(400_000).slice(999);
  for (const source of STRICT) {
    expect(add(source, ['a', 'n1']), source).toEqual(['a']);
    expect(() => add(source, ['a', 'b']), source).toThrow('this would make 1001');
    expect(() => add(source, many), source).toThrow('this would make 400000');
  }
  for (const source of LENIENT) expect(add(source, ['a', 'b']), source).toEqual(['a']);
});
