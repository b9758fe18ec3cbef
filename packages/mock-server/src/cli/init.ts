import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { demoSeed } from '../server.ts';
import { newToken } from './demo-seed.ts';
import { SEED_FILE } from './options.ts';
import { fileError, UsageError } from './usage-error.ts';

/** Writes a seed to edit. Never overwrites a file. */
export function init([file = SEED_FILE]: readonly string[]): void {
  const { accounts } = demoSeed(newToken());
  const text = JSON.stringify({ $schema: schemaFor(file), accounts }, undefined, 2);
  try {
    writeFileSync(file, `${text}\n`, { flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (isThere) throw new UsageError(`init: ${file} already exists; name another file, or remove it`);
    throw fileError('init', file, 'written', error);
  }
  const command = file === SEED_FILE ? 'trickle-server' : `trickle-server --seed ${file}`;
  process.stdout.write(`Wrote ${file}. Start a server with it: ${command}\n`);
}

const SCHEMA = 'node_modules/@trickle/mock-server/seed.schema.json';

/** The path of the JSON Schema of seeds, relative to a seed: in the nearest folder that has this package installed. */
function schemaFor(file: string): string {
  const seedFolder = dirname(resolve(file));
  let folder = seedFolder;
  while (!existsSync(join(folder, SCHEMA))) {
    if (dirname(folder) === folder) return `./${SCHEMA}`; // not installed yet
    folder = dirname(folder);
  }
  const path = relative(seedFolder, join(folder, SCHEMA)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
