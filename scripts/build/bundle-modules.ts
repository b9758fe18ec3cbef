import { isAbsolute } from 'node:path';
import { type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { shipAssets } from './ship-assets.ts';
import { shipLicences } from './ship-licences.ts';

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

/**
 * Bundles modules for Node.js: one file per entry, and chunks for shared or lazy code. Without comments and with ASCII only,
 * Node.js reads the code in half the time and memory. Names are kept for stack traces.
 */
export async function bundleModules(order: BundleOrder): Promise<void> {
  const { input, isOutside, output, replaced = {}, licensed = [] } = order;
  const build = await rolldown({
    input: { ...input },
    platform: 'node',
    tsconfig: false,
    resolve: { conditionNames: ['trickle-source', 'node', 'import'], alias: { ...replaced } },
    // A file that contains `</script>` imports a helper of the bundler.
    external: (id) => !/^(?:\.|@oxc-project\/runtime\/)/.test(id) && !isAbsolute(id) && isOutside(id),
    plugins: [shipAssets(), shipLicences(licensed), onlyAscii],
    experimental: { attachDebugInfo: 'none' },
    onLog: (level, log) => {
      // Warnings about other packages are ignored.
      const isOurs = !(log.ids ?? [log.id ?? '']).every((id) => id.includes('node_modules'));
      if (level === 'warn' && isOurs) throw new Error(log.message);
    },
  });
  await build.write({ format: 'es', assetFileNames: 'assets/[name][extname]', comments: false, ...output });
  await build.close();
}

const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes characters, all of which are in strings, templates or patterns. */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

/** Whether an import refers to a package or one of its entries. */
export const isOf = (id: string, names: readonly string[]): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}/`));
