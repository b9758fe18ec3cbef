import { isAbsolute } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { type OutputOptions, type Plugin, rollup } from 'rollup';
import { dropComments } from './drop-comments.ts';
import { shipAssets } from './ship-assets.ts';
import { shipLicences } from './ship-licences.ts';
import { stripTypes } from './strip-types.ts';

export interface BundleOrder {
  /** Source files by the names of their entries. */
  readonly input: Readonly<Record<string, string>>;
  /** Whether an import stays one; relative ones never do. */
  readonly isOutside: (id: string) => boolean;
  readonly output: OutputOptions;
  /** Files that replace imports, by import. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Folders of packages whose code is inside a replaced file, for their licences. */
  readonly licensed?: readonly string[];
}

/** Bundles modules for Node.js: one file per entry, and chunks for shared or lazy code. */
export async function bundleModules(order: BundleOrder): Promise<void> {
  const { input, isOutside, output, replaced = {}, licensed = [] } = order;
  const build = await rollup({
    input,
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && isOutside(id),
    plugins: [
      { name: 'replace-imports', resolveId: (id) => replaced[id] },
      nodeResolve({ exportConditions: ['trickle-source', 'node'], preferBuiltins: true }),
      stripTypes(),
      jsonModules,
      shipAssets(),
      shipLicences(licensed),
      dropComments(),
    ],
    onLog: (level, log) => {
      // Warnings about other packages are ignored.
      const isOurs = !(log.ids ?? [log.id ?? '']).every((id) => id.includes('node_modules'));
      if (level === 'warn' && isOurs) throw new Error(log.message);
    },
  });
  await build.write({ format: 'es', assetFileNames: 'assets/[name][extname]', ...output });
  await build.close();
}

const jsonModules: Plugin = {
  name: 'json-modules',
  transform: (code, id) => (id.endsWith('.json') ? { code: `export default ${code}`, map: null } : null),
};

/** Whether an import refers to a package or one of its entries. */
export const isOf = (id: string, names: readonly string[]): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}/`));
