import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

interface Entry {
  readonly number: string;
  readonly text: string;
  readonly isBuilt: boolean;
}

const entries: Entry[] = readFileSync(join(root, 'docs/unspecified.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    number: text.split(' ', 1)[0] ?? '',
    text,
    isBuilt: !text.includes('**Not built yet.**'),
  }));

/** The files with a comment of each number. */
const comments = new Map<string, string[]>();
for (const file of globSync('packages/*/src/**/*.ts', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, list = ''] of text.matchAll(/\/\/ Unspecified: (U-\d+(?:, U-\d+)*)/g)) {
    for (const number of list.split(', ')) comments.set(number, [...(comments.get(number) ?? []), file]);
  }
}

describe('docs/unspecified.md', () => {
  it('has an entry for every comment in the source', () => {
    const known = new Set(entries.map(({ number }) => number));
    expect([...comments].filter(([number]) => !known.has(number))).toEqual([]);
  });

  it('says "not built yet" of exactly the entries that no comment in the source names', () => {
    const built = entries.filter(({ isBuilt }) => isBuilt).map(({ number }) => number);
    expect(built.filter((number) => !comments.has(number))).toEqual([]);
    const planned = entries.filter(({ isBuilt }) => !isBuilt).map(({ number }) => number);
    expect(planned.filter((number) => comments.has(number))).toEqual([]);
  });

  it('counts its entries upwards, each number once', () => {
    const numbers = entries.map(({ number }) => number);
    for (const number of numbers) expect(number).toMatch(/^U-\d{2,3}$/);
    const inOrder = [...new Set(numbers)].sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
    expect(numbers).toEqual(inOrder);
  });

  it.each(entries)(
    'says of $number what is open, what is done, and where it is tested',
    ({ text, isBuilt }) => {
      expect(text).toMatch(/^- \*\*Open:\*\* \S/m);
      expect(text).toMatch(/^- \*\*Here:\*\* \S/m);
      const tests = [...text.matchAll(/`(packages\/[^`]+\.(?:test|spec)\.ts)`/g)].map(
        ([, file = '']) => file,
      );
      expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      if (isBuilt) expect(tests.length).toBeGreaterThan(0);
    },
  );
});
