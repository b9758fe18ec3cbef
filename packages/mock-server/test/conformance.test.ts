import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { annotationsIn, readAnnotations } from '../../../scripts/docs/conformance/annotations.ts';
import { report } from '../../../scripts/docs/conformance/report.ts';
import { readRows } from '../../../scripts/docs/conformance/rows.ts';

const rows = readRows();

describe("the server's conformance", () => {
  const { markdown, unproven, mistakes } = report();

  test('every row of the interface for this version is proven', () => {
    expect(unproven).toEqual([]);
  });

  test('only known rows are proven', () => {
    expect(mistakes).toEqual([]);
  });

  test('docs/conformance.md is up to date; if not, run npm run generate', () => {
    expect(readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8')).toBe(markdown);
  });
});

describe('the rows of the conformance table', () => {
  test('the rows include every table of the interface once', () => {
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

  test('all rows belong to this version', () => {
    expect(rows.filter(({ later }) => later !== undefined)).toEqual([]);
  });
});

describe('`proves` comments', () => {
  const commentsIn = (text: string) =>
    annotationsIn('x.test.ts', text).map(({ kind, key, test }) => `${kind} ${key} = ${test}`);
  const proves = (rest: string) => `// ${'proves'}: ${rest}`;

  test.each([
    [`${proves('limit Page size')}\ntest('has pages', () => {});`, ['limit Page size = has pages']],
    [
      `  ${proves('event  subscriber.`created`  ')}\n  it('is read', f);`,
      ['event subscriber.created = is read'],
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
    ["test('a test without comments proves nothing', f)", []],
  ])('a comment is read with the test below it: %j', (text, expected) => {
    expect(commentsIn(text)).toEqual(expected);
  });

  test('a comment with an unknown row is an error that suggests the closest row', () => {
    const annotations = annotationsIn('x.test.ts', `${proves('limit Page sise')}\ntest('is wrong', f);`);
    expect(report(rows, annotations).mistakes).toEqual([
      'x.test.ts:1: the interface has no row "limit Page sise", did you mean limit Page size?',
    ]);
  });

  test('a comment that proves a row of a later version is an error', () => {
    const [first, ...others] = rows;
    if (!first) throw new Error('there are no rows');
    const later = { ...first, later: 'What comes later' };
    const text = `${proves(`${later.kind} ${later.key}`)}\ntest('is early', f);`;
    expect(report([later, ...others], annotationsIn('x.test.ts', text)).mistakes).toEqual([
      `"${later.kind} ${later.key}" is proven: take it off "later" in notes.json`,
    ]);
  });

  test('a comment above no test is an error', () => {
    const [first] = rows;
    const annotations = annotationsIn('x.test.ts', proves(`${first?.kind} ${first?.key}`));
    expect(report(rows, annotations).mistakes).toEqual([expect.stringContaining('there is no test below')]);
  });

  test('a removed comment leaves its row unproven', () => {
    const some = readAnnotations().filter(({ key }) => key !== 'Page number');
    expect(report(rows, some).unproven).toEqual(['limit Page number']);
  });
});
