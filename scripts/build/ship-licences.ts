import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rollup';

/** The folder of the package that a file belongs to. */
const folderOf = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * A rollup plugin that writes the licences of all packages whose code is inside into one file, if there are any, and
 * those of the packages in further folders.
 */
export const shipLicences = (further: readonly string[] = []): Plugin => ({
  name: 'ship-licences',
  generateBundle(_options, files) {
    const ids = Object.values(files).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = new Set([...ids.flatMap((id) => folderOf.exec(id) ?? []), ...further]);
    if (folders.size === 0) return;
    const head = 'The files beside this one contain code of these packages.\n';
    const source = [head, ...[...folders].sort().map(licenceOf)].join('\n');
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source });
  },
});

function licenceOf(folder: string): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(manifest) as Record<string, string>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence text.`);
  const line = '-'.repeat(80);
  return `${line}\n${name} ${version} (${license})\n${line}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
