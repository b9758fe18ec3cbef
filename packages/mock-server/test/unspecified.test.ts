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

/** The files with a comment for each number. */
const comments = new Map<string, string[]>();
for (const file of globSync('packages/*/src/**/*.ts', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, list = ''] of text.matchAll(/\/\/ Unspecified: (U-\d+(?:, U-\d+)*)/g)) {
    for (const number of list.split(', ')) comments.set(number, [...(comments.get(number) ?? []), file]);
  }
}

describe('docs/unspecified.md', () => {
  it('docs/unspecified.md has an entry for every comment in the source', () => {
    const known = new Set(entries.map(({ number }) => number));
    expect([...comments].filter(([number]) => !known.has(number))).toEqual([]);
  });

  it('docs/unspecified.md says "not built yet" for exactly the entries without a comment in the source', () => {
    const built = entries.filter(({ isBuilt }) => isBuilt).map(({ number }) => number);
    expect(built.filter((number) => !comments.has(number))).toEqual([]);
    const planned = entries.filter(({ isBuilt }) => !isBuilt).map(({ number }) => number);
    expect(planned.filter((number) => comments.has(number))).toEqual([]);
  });

  it('docs/unspecified.md has each number once, in ascending order', () => {
    const numbers = entries.map(({ number }) => number);
    for (const number of numbers) expect(number).toMatch(/^U-\d{2,3}$/);
    const inOrder = [...new Set(numbers)].sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
    expect(numbers).toEqual(inOrder);
  });

  it.each(entries)('$number says what is open, what we do, and where it is tested', ({ text, isBuilt }) => {
    expect(text).toMatch(/^- \*\*Open:\*\* \S/m);
    expect(text).toMatch(/^- \*\*Here:\*\* \S/m);
    const tests = Array.from(
      text.matchAll(/`(packages\/[^`]+\.(?:test|spec)\.ts)`/g),
      ([, file = '']) => file,
    );
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    if (isBuilt) expect(tests.length).toBeGreaterThan(0);
  });
});
