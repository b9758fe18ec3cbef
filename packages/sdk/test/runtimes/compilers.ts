import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const engines = join(import.meta.dirname, 'engines');

const versionIn = (folder: string, name: string): string => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return { ...dependencies, ...devDependencies }[name].replace(/.*@/, '');
};

const compiler = (folder: string, name: string, nodeResolution: 'node16' | 'nodenext') => ({
  name: `TypeScript ${versionIn(folder, name)}`,
  executable: join(folder, 'node_modules', name, 'bin/tsc'),
  /** Its way to find modules where it does so as Node does: the older compiler as older projects have it. */
  nodeResolution,
  isNewest: folder === root,
});

/** The compilers that the packed declarations are tried with: the newest and those before it. */
export const compilers = [
  compiler(root, 'typescript', 'nodenext'),
  compiler(engines, 'typescript-6.0', 'nodenext'),
  compiler(engines, 'typescript-5.9', 'node16'),
];

/** Why a compiler cannot be tried; undefined when it can. */
export const absenceOf = (executable: string): string | undefined =>
  existsSync(executable) ? undefined : `${executable} is not installed`;
