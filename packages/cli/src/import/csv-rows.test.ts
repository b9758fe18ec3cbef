import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText } from '../csv/csv-text.ts';
import { csvRows } from './csv-rows.ts';

async function rowsOf(text: Iterable<string> | AsyncIterable<string>, delimiter = ',') {
  const rows: [number, ...string[]][] = [];
  for await (const together of csvRows(Readable.from(text), delimiter, 'subscribers.csv'))
    rows.push(...together.map(({ line, cells }): [number, ...string[]] => [line, ...cells]));
  return rows;
}

describe('rows of CSV', () => {
  test('have the number of their first line, with any line endings', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a,b', '1,"x', 'y"', '', '', '2,"p', '', 'q"', '3,4'].join(end);
      expect(await rowsOf([text])).toEqual([
        [1, 'a', 'b'],
        [2, '1', `x${end}y`],
        [6, '2', `p${end}${end}q`],
        [9, '3', '4'],
      ]);
    }
  });

  test('are separated in a file with mixed line endings', async () => {
    expect(await rowsOf(['a,b\r\n1,2\n3,4\r5,6'])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ]);
  });

  test('keep quotes in the middle of a cell', async () => {
    expect(await rowsOf(['Ann "Annie" Smith,5" pipe\n'])).toEqual([[1, 'Ann "Annie" Smith', '5" pipe']]);
  });

  test('begin after Excel’s line sep=', async () => {
    expect(await rowsOf(['', 'sep=;\r\na;b\r\n', '1;2'], ';')).toEqual([
      [2, 'a', 'b'],
      [3, '1', '2'],
    ]);
  });

  test('end at a quote that is never closed, with the line where it was opened', async () => {
    await expect(rowsOf(['a,b\n1,2\n\n \n3,"4\n5,6\n'])).rejects.toThrow(
      'subscribers.csv, line 5: this quote is never closed.',
    );
    const endless = Array.from({ length: 2000 }, () => 'x'.repeat(1000));
    await expect(rowsOf(['a\n"', ...endless])).rejects.toThrow('line 2: this quote is never closed');
  });

  test('pass on an error of the source', async () => {
    async function* text() {
      yield 'a,b\n';
      throw new Error('the disk is gone');
    }
    await expect(rowsOf(text())).rejects.toThrow('the disk is gone');
  });

  test('are read as written, however the text is split', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ü', '=', '\uFEFF') });
    const rows = fc.array(fc.tuple(cell, cell, fc.constant('end')), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat(40), { maxLength: 4 }), async (written, cuts) => {
        const text = csvText([['1', '2', '3'], ...written]);
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const pieces = places.slice(1).map((end, i) => text.slice(places[i], end));
        const read = (await rowsOf(pieces)).map(([, ...cells]) => cells);
        expect(read).toEqual([['1', '2', '3'], ...written]);
      }),
    );
  });
});

/** Rows with a stray quote, as in real files. */
const STRAY = ['"20" pipe",x,1', '"the "fast" one",y,2', '"Ann" Oar,z,3', `{'"{""a"": 1}"'},"b" c,4`];

test('a row with a stray quote has a problem, however the text is split, and the others are read', async () => {
  const good = fc.tuple(fc.constantFrom('a', 'b "c"', 'd\ne', 'ü'), fc.constantFrom('x', '', ' y ', 'p,q'));
  const line = fc.oneof(
    good.map((cells) => ({ cells: [...cells], text: csvText([cells]) })),
    fc.constantFrom(...STRAY).map((text) => ({ cells: undefined, text: `${text}\n` })),
    fc.constant({ cells: [], text: '\n' }),
  );
  const end = fc.constantFrom('\n', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.nat(80), { maxLength: 3 }),
      end,
      async (lines, cuts, stop) => {
        const text = lines.map((one) => one.text.replaceAll('\n', stop)).join('');
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
          text.length,
        ];
        const pieces = places.slice(1).map((to, i) => text.slice(places[i], to));
        const read: unknown[] = [];
        for await (const some of csvRows(Readable.from(pieces), ',', 'subscribers.csv'))
          read.push(...some.map(({ problem, cells, line }) => [line, problem ? 'problem' : cells]));
        let at = 1;
        const expected = lines.flatMap((one) => {
          const begin = at;
          at += one.text.split('\n').length - 1;
          if (one.cells?.length === 0) return [];
          return [[begin, one.cells?.map((cell) => cell.replaceAll('\n', stop)) ?? 'problem']];
        });
        expect(read).toEqual(expected);
      },
    ),
  );
});

test.each([
  ['spaces', ' ann@example.com ; Ann ;" padded "\n'],
  ['tabs', '\tann@example.com\t;\tAnn\t;" padded "\n'],
  ['spaces around quotes', ' "ann@example.com" ; "Ann" ; " padded " \n'],
])('padding of %s is cut, but not within quotes', async (_, text) => {
  expect(await rowsOf([text], ';')).toEqual([[1, 'ann@example.com', 'Ann', ' padded ']]);
});

test('empty cells between tabs are kept', async () => {
  expect(await rowsOf(['a\t\t c \t\n\t\tx\t\n'], '\t')).toEqual([
    [1, 'a', '', 'c', ''],
    [2, '', '', 'x', ''],
  ]);
});
