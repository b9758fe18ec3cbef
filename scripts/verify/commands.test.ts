import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesAt, read, readJson, root } from '../setup/repository.ts';

const { scripts }: { scripts: Record<string, string> } = readJson('package.json');
const called = (text: string, command = /npm (?:run )?([a-z][\w:]*)/g) =>
  Array.from(text.matchAll(command), ([, name = '']) => name);

/** Pages, and files that no other tool runs here: workflows, templates, the container. */
const files = filesAt(
  ...['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/**/*.md', '.changeset/README.md'],
  ...['.github/**/*.{yml,md}', 'Containerfile'],
);
const npm = ['install', 'ci', 'view', 'pack'];

test('CONTRIBUTING.md has every command', () => {
  const named = called(read('CONTRIBUTING.md'));
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});

test('every command that a page or a workflow names exists', () => {
  expect(files).toEqual(expect.arrayContaining(['AGENTS.md', 'Containerfile', '.github/workflows/ci.yml']));
  const unknown = files.flatMap((file) => {
    const text = read(file);
    const missing = called(text)
      .filter((name) => text.includes(`npm run ${name}`) || /^(?:start|test)$/.test(name))
      .filter((name) => !(name in scripts) && !npm.includes(name))
      // A guide may add a command to the project of its reader.
      .filter((name) => !text.includes(`"${name}": `));
    return missing.map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

test('every program that a workflow or a contributor runs exists', () => {
  const own = files.filter((file) => !/^(?:docs|packages)\//.test(file));
  const programs = own.flatMap((file) => called(read(file), /\bnode ([\w/.]+\.ts)\b/g));
  expect(programs.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('there are at most 15 commands', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(15);
});

test('the workflows only have the rights that they declare', () => {
  for (const file of filesAt('.github/workflows/*.yml')) {
    expect(read(file), file).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(read(file), file).not.toContain('pull_request_target');
  }
});

test('the packages are released together, from the branch main', () => {
  const { fixed, baseBranch, access } = readJson('.changeset/config.json');
  const manifests = filesAt('packages/*/package.json').map(readJson);
  const names = manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name);
  expect(fixed.flat().toSorted()).toEqual(names.toSorted());
  expect([baseBranch, access]).toEqual(['main', 'public']);
});
