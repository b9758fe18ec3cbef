import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type OutputChunk, type Plugin, rollup } from 'rollup';
import { minify } from 'terser';
import { stripTypes } from '../../../scripts/strip-types.ts';

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

/** An entry of the package with all that is loaded with it, minified, and its size gzipped. */
export async function bundleOf(entry: string): Promise<{ code: string; size: number }> {
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
  const codes = await Promise.all(loadedWith(output[0], chunks).map(minified));
  const code = codes.join('\n');
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
