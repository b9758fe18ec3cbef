// @thorough: all snippets of the pages that `scripts/packed/pages.test.ts` does not follow
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, Programs, programOf } from '../../packages/sdk/test/snippets.ts';
import { filesAt, read } from '../setup/repository.ts';

const pages = filesAt(
  ...['docs/index.md', 'docs/{reference,explain}/*.md', 'packages/sdk/docs/sdk.md', 'skills/*/SKILL.md'],
);
const skills = pages.filter((page) => page.startsWith('skills/'));
const nameOf = (page: string) => page.replaceAll(/[/.]/g, '-');

/** Pages whose blocks form one program, which runs unchanged. */
const run = pages.filter((page) => blocksOf(page).length > 0);
/** The blocks of the README, whose quick starts are followed in JavaScript. */
const readme = blocksOf('README.md').map((code, i) => [`readme-${i}`, code] as const);
/** Blocks that need a browser or another program to run: each is only compiled. */
const compiled = pages.flatMap((page) =>
  blocksOf(page, 'compile').map((code, i) => [`${nameOf(page)}-block-${i}`, code] as const),
);
const WRONG = 'const one: string = 1;\nthrow new Error(`failed`);';

let programs: Programs;
beforeAll(() => {
  programs = new Programs({
    ...Object.fromEntries(run.map((page) => [nameOf(page), programOf(page)])),
    ...Object.fromEntries([...readme, ...compiled]),
    wrong: WRONG,
  });
});
afterAll(() => programs[Symbol.dispose]());

test('the pages have snippets', () => {
  expect(run.length).toBeGreaterThan(5);
  expect(readme).toHaveLength(2);
});

test('all snippets compile, and a snippet that does not compile or throws fails the test', () => {
  expect(programs.allComplaints).toEqual([
    expect.stringContaining("Type 'number' is not assignable to type 'string'"),
  ]);
  expect(programs.complaints('wrong')).toEqual(programs.allComplaints);
  const { status, output } = programs.run('wrong');
  expect(status).not.toBe(0);
  expect(output).toContain('failed');
});

test.each(readme)('the block %s of the README runs', (name) => {
  expect(programs.run(name)).toMatchObject({ status: 0 });
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
    const text = read(skill);
    const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
    expect(name).toBe(basename(dirname(skill)));
    expect(description).toContain('Use when');
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(text.split('\n').length).toBeLessThanOrEqual(151);
  },
);
