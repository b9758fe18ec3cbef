import { fileURLToPath } from 'node:url';

let built: Promise<string> | undefined;

/** The page script, minified; built once per process. */
export function bundle(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  // Loaded here, so that a server that serves no script does not wait for a bundler.
  const [{ rollup }, { minify }, { stripTypes }] = await Promise.all([
    import('rollup'),
    import('terser'),
    import('../../../scripts/strip-types.ts'),
  ]);
  const bundled = await rollup({
    input: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
    plugins: [stripTypes()],
  });
  // In a function of its own: names must not leak into the page.
  const { output } = await bundled.generate({ format: 'iife', generatedCode: 'es2015' });
  await bundled.close();
  const { code } = await minify(output[0].code, {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  });
  if (code === undefined) throw new Error('The minifier gave nothing.');
  return code;
}
