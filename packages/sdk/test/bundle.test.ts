import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Plugin, rollup } from 'rollup';
import { minify } from 'terser';
import { expect, test } from 'vitest';
import { stripTypes } from '../../../scripts/strip-types.ts';

/**
 * What the whole client may weigh, gzipped, in a browser or worker. ky alone is 8,700 of it and the parts of zod
 * that the contract uses 8,100. Raise it only with a reason, here: 30,000 → 36,000 for the limiter (3,300), hooks, and
 * retries and time-outs of our own.
 */
const CEILING = 36_000;

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

async function bundleOf(entry: string): Promise<string> {
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
  const { code } = await minify(output[0].code, { module: true, compress: { passes: 2 } });
  return code ?? '';
}

test('the whole client fits into its ceiling and names nothing of Node', async () => {
  const code = await bundleOf('index');
  const size = gzipSync(code, { level: 9 }).length;
  console.info(`The whole client: ${size} B gzip of ${CEILING} B`);
  expect(size).toBeLessThanOrEqual(CEILING);
  expect(code).not.toMatch(/node:|\bprocess\.|\brequire\(|\bBuffer\b/);
}, 20_000);
