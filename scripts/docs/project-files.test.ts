/** Checks the files of the project that no other tool runs here: workflows, templates, changesets. The container: scripts/packed/container.test.ts. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

test('the workflows, the templates and the container run commands that exist', () => {
  const files = [
    ...globSync('.github/**/*.{yml,md}', { cwd: root }),
    'Containerfile',
    '.changeset/README.md',
    'AGENTS.md',
  ];
  expect(files.length).toBeGreaterThan(7);
  const missing = files.flatMap((file) => [
    ...Array.from(read(file).matchAll(/npm run ([a-z][\w:]*)/g), ([, name = '']) => name).filter(
      (name) => !(name in scripts),
    ),
    ...Array.from(read(file).matchAll(/\bnode ([\w/.]+\.ts)\b/g), ([, name = '']) => name).filter(
      (name) => !existsSync(join(root, name)),
    ),
  ]);
  expect(missing).toEqual([]);
});

test('the workflows only have the rights that they declare', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    expect(read(file), file).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(read(file), file).not.toContain('pull_request_target');
  }
});

test('the packages are released together, from the branch main', () => {
  const { fixed, baseBranch, access } = JSON.parse(read('.changeset/config.json'));
  const manifests = globSync('packages/*/package.json', { cwd: root }).map((file) => JSON.parse(read(file)));
  const names = manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name);
  expect(fixed.flat().toSorted()).toEqual(names.toSorted());
  expect([baseBranch, access]).toEqual(['main', 'public']);
});
