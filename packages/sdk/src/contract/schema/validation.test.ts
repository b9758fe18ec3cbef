import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as f from './field.ts';
import { schema } from './schema.ts';
import { issuesOf } from './validation.ts';

test.each([
  [f.integerBetween(1, 100), 0, 'limit is out of range: it must be at least 1 and at most 100'],
  [f.integerBetween(1, 100), 101, 'limit is out of range: it must be at least 1 and at most 100'],
  [f.optional(f.integerFrom(1)), 0, 'limit is out of range: it must be at least 1'],
  [f.integerBelow(10), 10, 'limit is out of range: it must be less than 10'],
  [z.number().check(z.gt(0)), 0, 'limit is out of range: it must be more than 0'],
  [f.cents(), 2 ** 53, 'limit is out of range'],
])('a number out of its range is told the range: %#', (limit, value, message) => {
  const issues = issuesOf(
    schema(() => z.object({ limit })),
    { limit: value },
  );
  expect(issues).toEqual([{ code: 'range_error', attribute: 'limit', message }]);
});

test('a violation of a tolerated format is not reported, those of other formats are', () => {
  const form = schema(() => z.object({ site: z.url(), email: z.email() }));
  const wrong = { site: 'acme', email: 'ann' };
  const reported = (...tolerated: string[]) =>
    issuesOf(form, wrong, new Set(tolerated)).map(({ attribute }) => attribute);
  expect([reported(), reported('url'), reported('url', 'email')]).toEqual([['site', 'email'], ['email'], []]);
});
