import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText } from '../csv/csv-text.ts';
import { csvRows } from './csv-rows.ts';
import { formatOf, hasEscapedQuotes, likelyDelimiter, separatorLine } from './sniff.ts';

describe('the delimiter', () => {
  test.each([
    ['a semicolon, with commas in the cells', 'name;city\n"Ann, Bob";"Ulm, Bonn"\nx, y;z, w\n', ';'],
    ['a comma where there is only one column', 'email\na@x.io\n', ','],
    ['a comma, with semicolons in quotes', 'a,b\n"1;2;3",x\n"1;;;",y\n', ','],
    ['a comma where letters are not ASCII', 'Straße,Größe\nä,ö\n', ','],
    ['a semicolon in quotes that are cut off', 'a;b\n1;2\n3;"cut, off', ';'],
  ])('is %s', (_, text, delimiter) => {
    expect(likelyDelimiter(text)).toBe(delimiter);
  });

  test('is found in files that this program writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '"', '\n', 'ü', '@') });
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t', '|'),
        fc
          .integer({ min: 2, max: 5 })
          .chain((width) =>
            fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
          ),
        (delimiter, rows) => {
          const header = rows[0]?.map((_, i) => `column ${i}`) ?? [];
          expect(likelyDelimiter(csvText([header, ...rows], { delimiter }))).toBe(delimiter);
        },
      ),
    );
  });
});

test('the line sep= of Excel is read', () => {
  expect(separatorLine('sep=;\r\na;b')).toEqual({ delimiter: ';', length: 7 });
  expect(separatorLine('separator,b')).toBeUndefined();
});

test.each([
  ['subscribers.csv', '{"not": "json"}', 'csv'],
  ['subscribers.ndjson', 'x', 'ndjson'],
  ['subscribers.json', '[{"a":1}]', 'json'],
  ['subscribers.json', '{"a":1}', 'ndjson'],
  ['standard input', ' {"a":1}', 'ndjson'],
  ['standard input', 'email\n', 'csv'],
])('%s that begins with %s is %s', (name, head, format) => {
  expect(formatOf(name, head)).toBe(format);
});

describe('a backslash before quotes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '\n', ' ', 'é') });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 });

  test('is not detected in CSV with doubled quotes, whatever the cells contain', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(hasEscapedQuotes(csvText([['a', 'b'], ...all]), ',')).toBe(false);
      }),
    );
  });

  test('is detected in a MySQL export, whose cells are read correctly', async () => {
    const written = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const content = [['said "hi" twice', 'b'], ...all];
        const text = content.map((row) => `${row.map(written).join(',')}\n`).join('');
        expect(hasEscapedQuotes(text, ',')).toBe(true);
        const read: (readonly string[])[] = [];
        for await (const some of csvRows(Readable.from([text]), ',', 'dump.csv', '\\'))
          read.push(...some.map(({ cells }) => cells));
        expect(read).toEqual(content.filter((row) => row.some((one) => one.trim() !== '')));
      }),
    );
  });
});
