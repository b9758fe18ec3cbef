import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, compressed, type InspectorFiles } from './bundle.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/trickle-inspector/', import.meta.url));

let loaded: { readonly key: string; readonly files: Promise<InspectorFiles> } | undefined;

/**
 * The inspector's files by their names, compressed by brotli, in base64. In a checkout, they are bundled on first use,
 * and again after a change of the sources; only a build minifies them, which takes longer than the rest.
 */
export function loadFiles(): Promise<InspectorFiles> {
  const key = sourceKey();
  if (loaded?.key !== key) loaded = { key, files: readOrBundle(key) };
  return loaded.files;
}

/** Changes with every change of the sources. */
function sourceKey(): string {
  const files = globSync(['package.json', 'bundle/*.ts', 'src/**/*.{ts,tsx,css}', '../design/src/*.ts'], {
    cwd: folder,
  }).sort();
  const stamps = files.map((file) => `${file} ${statSync(`${folder}${file}`).mtimeMs}`);
  return createHash('sha256').update(stamps.join('\n')).digest('hex').slice(0, 16);
}

/** Other processes, as those of tests, find the bundle in a file. */
async function readOrBundle(key: string): Promise<InspectorFiles> {
  const file = `${cache}${key}.json`;
  const cached = readCached(file);
  if (cached) return cached;
  const files = compressed(await bundle({ isMinified: false }), { isBest: false });
  mkdirSync(cache, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(files));
  renameSync(unfinished, file);
  return files;
}

function readCached(file: string): InspectorFiles | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as InspectorFiles; // as `readOrBundle` wrote it
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
