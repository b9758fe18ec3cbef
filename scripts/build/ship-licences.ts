import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rollup';

/** The folder of the package that a file belongs to. */
const folderOf = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The list of bundled packages in CycloneDX format, for auditing tools. */
export const SBOM = 'sbom.cdx.json';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/**
 * A rollup plugin that lists the bundled packages, if any, and those in other folders: one file with the licence texts, and
 * one for audits.
 */
export const shipLicences = (further: readonly string[] = []): Plugin => ({
  name: 'ship-licences',
  generateBundle(_options, files) {
    const ids = Object.values(files).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const folders = new Set([...ids.flatMap((id) => folderOf.exec(id) ?? []), ...further]);
    if (folders.size === 0) return;
    const bundled = [...folders].sort().map(readPackage);
    const head = 'The files beside this one contain code of these packages.\n';
    const source = [head, ...bundled.map(licenceOf)].join('\n');
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source });
    this.emitFile({ type: 'asset', fileName: SBOM, source: JSON.stringify(sbomOf(bundled), null, 2) });
  },
});

function readPackage(folder: string): Bundled {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license }: Bundled = JSON.parse(manifest);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence text.`);
  return { name, version, license, text: readFileSync(join(folder, file), 'utf8').trim() };
}

function licenceOf({ name, version, license, text }: Bundled): string {
  const line = '-'.repeat(80);
  return `${line}\n${name} ${version} (${license})\n${line}\n\n${text}\n`;
}

const sbomOf = (bundled: readonly Bundled[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: bundled.map(({ name, version, license }) => ({
    ...{ type: 'library', name, version },
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
  })),
});
