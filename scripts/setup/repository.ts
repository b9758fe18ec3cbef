import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of this repository. Paths of its files begin there. */
export const root = join(import.meta.dirname, '../..');

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

export const readJson = (file: string) => JSON.parse(read(file));

/** The files that match patterns, in order, without those that are installed or built. */
export const filesAt = (...patterns: readonly string[]): string[] =>
  globSync(patterns, {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist', '.git', 'test-results'].includes(name),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

export const withoutTests = (files: readonly string[]): string[] =>
  files.filter((file) => !file.endsWith('.test.ts'));
