import { isAbsolute } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { type OutputOptions, rollup } from 'rollup';
import { dropComments } from './drop-comments.ts';
import { shipAssets } from './ship-assets.ts';
import { shipLicences } from './ship-licences.ts';
import { stripTypes } from './strip-types.ts';

/** What is bundled, and where to. */
export interface BundleOrder {
  /** Source files by the names of their entries. */
  readonly input: Readonly<Record<string, string>>;
  /** Whether an import stays one; relative ones never do. */
  readonly isOutside: (id: string) => boolean;
  readonly output: OutputOptions;
}

/** Bundles modules for Node.js: one file per entry, and chunks for what several need or what is loaded late. */
export async function bundleModules({ input, isOutside, output }: BundleOrder): Promise<void> {
  const build = await rollup({
    input,
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && isOutside(id),
    plugins: [
      nodeResolve({ exportConditions: ['trickle-source', 'node'], preferBuiltins: true }),
      stripTypes(),
      shipAssets(),
      shipLicences(),
      dropComments(),
    ],
    onLog: (level, log) => {
      // A package may be made as its authors like.
      const isOurs = !(log.ids ?? [log.id ?? '']).every((id) => id.includes('node_modules'));
      if (level === 'warn' && isOurs) throw new Error(log.message);
    },
  });
  await build.write({ format: 'es', assetFileNames: 'assets/[name][extname]', ...output });
  await build.close();
}

/** Whether an import is one of a package or of an entry of it. */
export const isOf = (id: string, names: readonly string[]): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}/`));
