import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RepeatCounter } from './repeat-counter.ts';

test('it counts like a set of names', () => {
  const email = fc.integer({ min: 0, max: 3000 }).map((i) => `P${i}@x.io`);
  fc.assert(
    fc.property(fc.array(email, { maxLength: 5000, size: 'max' }), (emails) => {
      const counter = new RepeatCounter();
      for (const one of emails) counter.add({ email: one });
      expect(counter.repeats).toBe(emails.length - new Set(emails).size);
    }),
    { numRuns: 20 },
  );
});

test('the first identifier of a record counts, regardless of case, and records without one are ignored', () => {
  const counter = new RepeatCounter();
  for (const record of [
    { email: 'Ann@x.io', id: '1' },
    { email: 'ann@X.io', id: '2' },
    { id: 'ann@x.io' },
    { visitor_uuid: 'ann@x.io' },
    { id: 'ann@x.io' },
    {},
    {},
  ]) {
    counter.add(record);
  }
  expect(counter.repeats).toBe(2);
});
