import { expect, test } from 'vitest';
import { SCHEMA } from '../../mock-server/src/store/engine/schema.ts';
import { sentenceOf, WORDS } from '../src/pages/checkpoints/sentence.ts';

const things = (count: number, label?: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, ...(label !== undefined && { label }) }));

const NONE = { added: [], removed: [], changed: [] };

test.each([
  [
    {
      outbox: { ...NONE, added: things(49) },
      campaigns: { ...NONE, added: things(1, 'Second steps') },
      subscribers: { ...NONE, added: things(3000, 'a@example.com'), removed: things(1, 'b@example.com') },
      jobs: { ...NONE, added: things(7) },
    },
    '3,000 subscribers created, subscriber “b@example.com” deleted, campaign “Second steps” created, 49 emails sent',
  ],
  [{ forms: { ...NONE, changed: things(2) } }, '2 forms changed'],
  [{ jobs: { ...NONE, changed: things(2) } }, ''],
])('a comparison %j is told as “%s”', (nouns, sentence) => {
  expect(sentenceOf(nouns)).toBe(sentence);
});

test('every table with words is one that is compared', () => {
  for (const table of Object.keys(WORDS)) {
    expect(SCHEMA.has(table), table).toBe(true);
    expect(SCHEMA.get(table)?.isUncompared, table).toBeUndefined();
  }
});
