import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kept } from '../../../scripts/kept.ts';
import { bundle, compressed, type InspectorFiles } from './bundle.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

let loaded: { readonly key: string; readonly files: Promise<InspectorFiles> } | undefined;

/**
 * The inspector's files by their names, compressed by brotli, in base64. In a checkout, they are bundled on first use,
 * and again after a change of the sources; only a build minifies them, which takes longer than the rest.
 */
export function loadFiles(): Promise<InspectorFiles> {
  const key = sourceKey();
  if (loaded?.key !== key) loaded = { key, files: kept(key, bundleFiles) };
  return loaded.files;
}

const bundleFiles = async () => compressed(await bundle({ isMinified: false }), { isBest: false });

/** Changes with every change of the sources. */
function sourceKey(): string {
  const files = globSync(['package.json', 'bundle/*.ts', 'src/**/*.{ts,tsx,css}', '../design/src/*.ts'], {
    cwd: folder,
  }).sort();
  const stamps = files.map((file) => `${file} ${statSync(`${folder}${file}`).mtimeMs}`);
  return `inspector-${createHash('sha256').update(stamps.join('\n')).digest('hex').slice(0, 16)}`;
}
