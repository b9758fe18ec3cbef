import { existsSync, readFileSync } from 'node:fs';
import { importsOf } from '../imports.ts';

/** The relative imports of a file, and the beginnings of the packages that it imports. */
function allImportsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const packages = text.matchAll(/\bfrom '@trickle\/([\w-]+)'/g);
  return [...importsOf(file, text), ...Array.from(packages, ([, name]) => `packages/${name}/src/index.ts`)];
}

/** Finds the test files that import a source on the shortest ways, at most `most` of them, the nearest first. */
export function nearestTests(source: string, tests: readonly string[], most: number): string[] {
  const importers = new Map<string, string[]>();
  const known = new Set<string>();
  const learn = (file: string): void => {
    if (known.has(file)) return;
    known.add(file);
    for (const target of allImportsOf(file)) {
      importers.set(target, [...(importers.get(target) ?? []), file]);
      if (target.endsWith('.ts') && existsSync(target)) learn(target); // imports stand in texts of code too
    }
  };
  for (const test of tests) learn(test);
  const found = [source];
  for (const file of found) {
    for (const importer of importers.get(file) ?? []) if (!found.includes(importer)) found.push(importer);
  }
  return found.filter((file) => tests.includes(file)).slice(0, most);
}
