import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle, type InspectorFiles } from './bundle.ts';

const source = fileURLToPath(new URL('../src/', import.meta.url));

let built: { readonly at: number; readonly files: Promise<InspectorFiles> } | undefined;

/**
 * The texts of the inspector's files by their names. In a checkout, they are bundled on first use, and again after a
 * change of the sources; only a build minifies them, which takes longer than the rest.
 */
export function loadFiles(): Promise<InspectorFiles> {
  const at = Math.max(
    ...globSync('**/*.{ts,tsx,css}', { cwd: source }).map((file) => statSync(`${source}${file}`).mtimeMs),
  );
  if (built?.at !== at) built = { at, files: bundle({ isMinified: false }) };
  return built.files;
}
