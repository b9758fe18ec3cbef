import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../node_modules/.cache/trickle/', import.meta.url));

/** Makes what has a key, once in a checkout: other processes, as those of tests, find it in a file. The key changes with the sources. */
export async function kept<Made>(key: string, make: () => Promise<Made>): Promise<Made> {
  const file = `${folder}${key}.json`;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Made; // as it was written below
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const made = await make();
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  renameSync(unfinished, file);
  return made;
}
