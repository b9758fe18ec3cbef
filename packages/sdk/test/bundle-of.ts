import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, type Plugin, rollup } from 'rollup';
import { minify } from 'terser';
import { stripTypes } from '../../../scripts/build/strip-types.ts';

/** Takes dependencies from where Node finds them, as a bundler for browsers would. */
const dependencies: Plugin = {
  name: 'dependencies',
  resolveId(id) {
    if (id.startsWith('.') || id.startsWith('/')) return null;
    const file = fileURLToPath(import.meta.resolve(id));
    // Both dependencies say so in their package.json.
    return { id: file, moduleSideEffects: false };
  },
};

const bundles = new Map<string, ReturnType<typeof makeBundle>>();

/**
 * The minified bundle of an entry, made once: its code with all that is loaded with it, not on use, and the gzipped size.
 */
export function bundleOf(entry: string): ReturnType<typeof makeBundle> {
  const made = bundles.get(entry) ?? makeBundle(entry);
  bundles.set(entry, made);
  return made;
}

async function makeBundle(entry: string) {
  const build = await rollup({
    input: fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url)),
    plugins: [dependencies, stripTypes()],
    treeshake: { moduleSideEffects: false },
    onLog: (level, log, handle) => {
      // zod's own modules import each other in a circle, and speak of annotations in comments.
      if (log.code !== 'CIRCULAR_DEPENDENCY' && log.code !== 'INVALID_ANNOTATION') handle(level, log);
    },
  });
  const { output } = await build.generate({ format: 'es' });
  const chunks = output.filter((part) => part.type === 'chunk');
  const loaded = await Promise.all(Array.from(loadedWith(output[0], chunks), minified));
  const code = loaded.join('\n');
  return { code, size: gzipSync(code, { level: 9 }).length };
}

/** A chunk and those that it cannot do without; what is imported on use is loaded later. */
function loadedWith(entry: OutputChunk, chunks: readonly OutputChunk[]): OutputChunk[] {
  const loaded = new Set([entry]);
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}

async function minified({ code }: OutputChunk): Promise<string> {
  const { code: shorter = '' } = await minify(code, { module: true, compress: { passes: 2 } });
  return shorter;
}
