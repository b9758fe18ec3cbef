import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { annotationsIn, readAnnotations } from '../../../scripts/docs/conformance/annotations.ts';
import { report } from '../../../scripts/docs/conformance/report.ts';
import { readRows } from '../../../scripts/docs/conformance/rows.ts';

const rows = readRows();

describe('the conformance of the server', () => {
  const { markdown, unproven, mistakes } = report();

  test('is proven for every row of the interface that is not of a later version', () => {
    expect(unproven).toEqual([]);
  });

  test('is proven for rows that there are', () => {
    expect(mistakes).toEqual([]);
  });

  test('is as docs/conformance.md says; if not, run npm run docs:conformance', () => {
    expect(readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8')).toBe(markdown);
  });
});

describe('the rows', () => {
  test('are those of every table of the interface, each once', () => {
    const counts = Object.fromEntries(
      [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, members]) => [kind, members.length]),
    );
    expect(counts).toMatchObject({
      endpoint: 58,
      transition: 18,
      error: 8,
      code: 13,
      limit: 14,
      event: 29,
      timeline: 8,
      script: 5,
    });
    expect(new Set(rows.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(rows.length);
  });

  test('are all of this version', () => {
    expect(rows.filter(({ later }) => later !== undefined)).toEqual([]);
  });
});

describe('a line above a test', () => {
  const told = (text: string) =>
    annotationsIn('x.test.ts', text).map(({ kind, key, test }) => `${kind} ${key} = ${test}`);
  const proves = (rest: string) => `// ${'proves'}: ${rest}`;

  test.each([
    [`${proves('limit Page size')}\ntest('has pages', () => {});`, ['limit Page size = has pages']],
    [
      `  ${proves('event  subscriber.`created`  ')}\n  it("is told of", f);`,
      ['event subscriber.created = is told of'],
    ],
    [
      `${proves('code a')}\n${proves('code b')}\n// U-08\nit('is both', f)`,
      ['code a = is both', 'code b = is both'],
    ],
    [
      `${proves('code a')}\nit.each([\n  ['x(', 1], // one )\n  ["it('y')", 2],\n])(\n  'of %s is %i', f)`,
      ['code a = of %s is %i'],
    ],
    [`${proves('code a')}\nscenarios('orders', (start) => {})`, ['code a = orders']],
    [`${proves('code a')}\nconst x = 1;\ntest('is not next to it', f)`, ['code a = ']],
    [`${proves('code a')}\n`, ['code a = ']],
    ["test('has nothing above it', f)", []],
  ])('is read with the test below it: %j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  test('that names no row is a mistake, with the row that was meant', () => {
    const annotations = annotationsIn('x.test.ts', `${proves('limit Page sise')}\ntest('is wrong', f);`);
    expect(report(rows, annotations).mistakes).toEqual([
      'x.test.ts:1: the interface has no row "limit Page sise", did you mean limit Page size?',
    ]);
  });

  test('that proves a row of a later version says that it is not later any more', () => {
    const [first, ...others] = rows;
    if (!first) throw new Error('there are no rows');
    const later = { ...first, later: 'What comes later' };
    const text = `${proves(`${later.kind} ${later.key}`)}\ntest('is early', f);`;
    expect(report([later, ...others], annotationsIn('x.test.ts', text)).mistakes).toEqual([
      `"${later.kind} ${later.key}" is proven: take it off "later" in notes.json`,
    ]);
  });

  test('that stands above no test is a mistake', () => {
    const [first] = rows;
    const annotations = annotationsIn('x.test.ts', proves(`${first?.kind} ${first?.key}`));
    expect(report(rows, annotations).mistakes).toEqual([expect.stringContaining('no test stands below')]);
  });

  test('that is taken away leaves its row without proof', () => {
    const some = readAnnotations().filter(({ key }) => key !== 'Page number');
    expect(report(rows, some).unproven).toEqual(['limit Page number']);
  });
});
