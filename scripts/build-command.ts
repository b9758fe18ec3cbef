import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { type Plugin, rollup } from 'rollup';
import { stripTypes } from './strip-types.ts';

/**
 * Builds the command line of a package into `dist/cli`, with the packages that only it needs inside, and their
 * licences beside it. It loads the package itself by its name, as its users do, so that nothing is there twice.
 */
export async function buildCommand(folder: string): Promise<void> {
  const { name, dependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const isOutside = (id: string) =>
    id.startsWith('node:') ||
    [name, ...Object.keys(dependencies)].some((one) => id === one || id.startsWith(`${one}/`));
  const build = await rollup({
    input: { main: join(folder, 'src/cli/main.ts') },
    external: isOutside,
    plugins: [nodeResolve({ exportConditions: ['node'], preferBuiltins: true }), stripTypes(), licences()],
    onLog: (level, log) => {
      // A package may be made as its authors like.
      const isOurs = !(log.ids ?? [log.id ?? '']).every((id) => id.includes('node_modules'));
      if (level === 'warn' && isOurs) throw new Error(log.message);
    },
  });
  await build.write({
    dir: join(folder, 'dist/cli'),
    format: 'es',
    chunkFileNames: '[name].js',
    assetFileNames: '[name][extname]',
  });
  await build.close();
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Writes the licences of all packages that are inside into one file. */
const licences = (): Plugin => ({
  name: 'licences',
  generateBundle() {
    const files = [...this.getModuleIds()].filter(
      (id) => id.includes('/node_modules/') && !this.getModuleInfo(id)?.isExternal,
    );
    const manifests = new Set(files.map((file) => findPackageJSON(pathToFileURL(file)) ?? file));
    const texts = [...manifests].sort().map(licenceOf);
    const head = 'The command line of this package contains code of these packages.\n';
    this.emitFile({
      type: 'asset',
      fileName: 'THIRD-PARTY-LICENSES.txt',
      source: [head, ...texts].join('\n'),
    });
  },
});

function licenceOf(manifest: string): string {
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  const folder = dirname(manifest);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence text.`);
  const line = '-'.repeat(80);
  return `${line}\n${name} ${version} (${license})\n${line}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
