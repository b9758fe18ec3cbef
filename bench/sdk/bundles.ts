import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The bytes of a package in a bundle for browsers or workers, minified and gzipped. */
interface BundleSize {
  readonly name: string;
  /** The entry and its static imports; and together with everything that it loads on use. */
  readonly loaded: number;
  readonly whole: number;
}

/** The used part of a chunk. */
interface Chunk {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly code: string;
  readonly imports: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const peers = join(root, 'bench/peers');
const PEERS = [
  ...['customerio-node', '@octokit/core', 'resend', 'svix', 'stripe', '@anthropic-ai/sdk', 'openai'],
  'klaviyo-api',
];

/** The sizes of the SDK and its peers, made by the same bundler in the same way, smallest first. */
export async function bundleSizes(): Promise<BundleSize[]> {
  const sizes = [await bundleSize('@trickle/sdk', root), await bundleSize('ky', root)];
  for (const name of PEERS) sizes.push(await bundleSize(name, peers));
  return sizes.sort((one, other) => one.loaded - other.loaded);
}

async function bundleSize(name: string, cwd: string): Promise<BundleSize> {
  const { rolldown } = await bundler();
  const build = await rolldown({
    cwd,
    input: 'entry',
    platform: 'browser',
    external: isBuiltin, // some peers support Node.js only
    resolve: { conditionNames: ['trickle-source', 'browser', 'import', 'module', 'default'] },
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === 'entry' ? join(cwd, 'entry.js') : undefined),
        load: (id: string) => (id.endsWith('entry.js') ? `export * as client from '${name}';` : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: 'es', minify: true });
  await build.close();
  const chunks = output.filter(({ type }: Chunk) => type === 'chunk');
  return { name, loaded: gzipped(loadedWith(chunks)), whole: gzipped(chunks) };
}

/** The entry and its static imports. */
function loadedWith(chunks: readonly Chunk[]): Chunk[] {
  const loaded = new Set(chunks.slice(0, 1));
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

const gzipped = (chunks: readonly Chunk[]) =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

// biome-ignore lint/suspicious/noExplicitAny: the peers are not dependencies of this project
async function bundler(): Promise<any> {
  const { resolve } = createRequire(join(peers, 'package.json'));
  return import(pathToFileURL(resolve('rolldown')).href);
}
