import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

describe('an integer', () => {
  test.each([
    ['7210448301122334455', '7210448301122334455'],
    ['-7210448301122334455', '-7210448301122334455'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['1000000000000000000000', '1000000000000000000000'],
    ['"7210448301122334455"', '7210448301122334455'],
    ['52.520006599999998', Number('52.520006599999998')],
    ['1e400', '1e400'],
    ['-1.5E+999', '-1.5E+999'],
    ['1e308', 1e308],
    ['1e-400', 0],
    [`${'9'.repeat(400)}.5`, `${'9'.repeat(400)}.5`],
  ])('%s keeps its digits', (source, value) => {
    for (const [text, read] of [
      [source, value],
      [`[${source}]`, [value]],
      [`{"a":{"__proto__":${source}}}`, { a: JSON.parse(`{"__proto__":${JSON.stringify(value)}}`) }],
    ] as const)
      expect(parseJson(text)).toEqual(read);
  });

  test('has the digits that were written, whatever they are', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        const read = parseJson(`{"id": ${number}}`) as { id: number | string };
        expect(BigInt(read.id)).toBe(number);
      }),
    );
  });
});

test('all JSON without such numbers is read as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual(JSON.parse(text, (_, one) => one));
    }),
  );
});

test('a number that would have other digits tells those that were written', () => {
  const told: unknown[] = [];
  const text = '{"price": 10.50, "list": [1.0, 2, 2.5], "id": 7210448301122334455, "n": 3}';
  const read = parseJson(text, (...one) => told.push(one)) as { list: number[] };
  expect(read).toEqual({ price: 10.5, list: [1, 2, 2.5], id: '7210448301122334455', n: 3 });
  expect(told).toEqual([
    [read, 'price', '10.50'],
    [read.list, '0', '1.0'],
    [read, 'id', '7210448301122334455'],
  ]);
});

test.each(['', '{', '{"a": 12345678901234567', 'NaN'])('%j is not JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});
