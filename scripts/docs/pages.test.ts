// @thorough: all snippets of the documentation
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, Programs, programOf } from '../../packages/sdk/test/snippets.ts';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['docs/index.md', 'docs/{start,guides,reference,explain}/*.md', 'skills/*/SKILL.md'], {
  cwd: root,
}).sort();
const skills = pages.filter((page) => page.startsWith('skills/'));
const nameOf = (page: string) => page.replaceAll(/[/.]/g, '-');

/** Pages whose blocks form one program, which is run as it stands. */
const run = pages.filter((page) => blocksOf(page).length > 0);
/** Blocks that need a browser or another program to run: each is only compiled. */
const compiled = pages.flatMap((page) =>
  blocksOf(page, 'compile').map((code, i) => [`${nameOf(page)}-block-${i}`, code] as const),
);

let programs: Programs;
beforeAll(() => {
  programs = new Programs({
    ...Object.fromEntries(run.map((page) => [nameOf(page), programOf(page)])),
    ...Object.fromEntries(compiled),
  });
});
afterAll(() => programs[Symbol.dispose]());

test('the pages have snippets', () => {
  expect(run.length).toBeGreaterThan(7);
  expect(compiled.length).toBeGreaterThan(2);
});

test('all snippets compile', () => {
  expect(programs.allComplaints).toEqual([]);
});

test.each(run)('the snippets of %s run, and print what their comments say', (page) => {
  const { status, output } = programs.run(nameOf(page));
  expect(status, output).toBe(0);
  const said = Array.from(
    programOf(page).matchAll(/console\.log\(.*\); \/\/ (\w+)/g),
    ([, word = '']) => word,
  );
  for (const word of said) expect(output).toContain(word);
});

test('there are two skills', () => expect(skills).toHaveLength(2));

test.each(skills)(
  '%s has the name of its folder, a description for assistants, and 150 lines at most',
  (skill) => {
    const text = readFileSync(join(root, skill), 'utf8');
    const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
    expect(name).toBe(basename(dirname(skill)));
    expect(description).toContain('Use when');
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(text.split('\n').length).toBeLessThanOrEqual(151);
  },
);
