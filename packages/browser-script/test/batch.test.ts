import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchFrom, LARGEST_BODY } from '../src/batch.ts';
import type { Message } from '../src/message.ts';

const VISITOR = 'a'.repeat(32);

const messages = fc.array(
  fc.record({
    page: fc.constantFrom('{"url":"/a"}', '{"url":"/b"}'),
    size: fc.integer({ min: 2, max: 30_000 }),
  }),
  { minLength: 1, maxLength: 250 },
);

const toMessage = ({ page, size }: { page: string; size: number }, index: number): Message => ({
  id: `${index}`,
  at: 0,
  text: `{"id":"${index}","filler":"${'x'.repeat(size)}"}`,
  page,
});

test('batches carry every message once, in order, each with its own page', () => {
  fc.assert(
    fc.property(messages, fc.boolean(), (given, isNew) => {
      const waiting = given.map(toMessage);
      const sent: string[] = [];
      for (let start = 0; start < waiting.length; ) {
        const { body, end } = batchFrom(waiting, start, { uuid: VISITOR, isNew: () => isNew });
        const { visitor, time_zone, page, messages: ids } = JSON.parse(body);
        expect(typeof time_zone).toBe(isNew ? 'string' : 'undefined');
        expect(visitor).toBe(VISITOR);
        expect(end).toBe(start + ids.length);
        expect(ids.length).toBeLessThanOrEqual(100);
        if (ids.length > 1) expect(body.length).toBeLessThanOrEqual(LARGEST_BODY + 2);
        for (const { id } of ids) {
          expect(waiting[sent.length]?.page).toBe(JSON.stringify(page));
          sent.push(id);
        }
        start = end;
      }
      expect(sent).toEqual(waiting.map(({ id }) => id));
    }),
    { numRuns: 30 },
  );
});
