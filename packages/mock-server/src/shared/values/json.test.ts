import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { brokenTextIn, exceededLimit, tryParseJson } from './json.ts';

test.each([
  ['invalid', '{'],
  ['nested too deeply for the runtime', `${'['.repeat(100_000)}12345678901234567${']'.repeat(100_000)}`],
])('JSON that is %s is replaced', (_, text) => {
  expect(tryParseJson(text, text)).toBe(text);
});

test('broken texts and names are found at their places', () => {
  const value = { tags: ['vip', '\ud83d'], 'a\0': '\ud83d', whole: '😀' };
  expect(Array.from(brokenTextIn(value), ({ path }) => path)).toEqual([['tags', 1], ['a\0']]);
});

test('any number of broken texts is found', () => {
  const texts = new Array(300_000).fill('\ud83d');
  expect([...brokenTextIn({ tags: texts })]).toHaveLength(texts.length);
});

/** The same limits, computed from the parsed value. */
function measure(json: unknown): { values: number; levels: number } {
  if (typeof json !== 'object' || json === null) return { values: 0, levels: 0 };
  const inner = Object.values(json).map(measure);
  return {
    values: Math.max(1, inner.length) + inner.reduce((sum, { values }) => sum + values, 0),
    levels: 1 + Math.max(0, ...inner.map(({ levels }) => levels)),
  };
}

it('limits are found in any JSON, whatever its strings contain', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'a', '\n') });
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.integer(),
      fc.array(tie('any')),
      fc.dictionary(text, tie('any'), { noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(json, fc.boolean(), (json, isWide) => {
      const text = JSON.stringify(json, null, isWide ? 2 : 0);
      const { values, levels } = measure(JSON.parse(text));
      expect(exceededLimit(text, { values, levels })).toBeUndefined();
      if (values > 0) expect(exceededLimit(text, { values: values - 1, levels })).toBe('values');
      if (levels > 0) expect(exceededLimit(text, { values, levels: levels - 1 })).toBe('levels');
    }),
  );
});

it('reading limits ends for any text', () => {
  const bounds = { values: 3, levels: 3 };
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', '}') }), (text) => {
      expect([undefined, 'values', 'levels']).toContain(exceededLimit(text, bounds));
    }),
  );
  expect(exceededLimit(`["${'\\"'.repeat(1_000_000)}`, bounds)).toBeUndefined();
});
