import { fileURLToPath } from 'node:url';

let script: Promise<string> | undefined;
let forms: Promise<string> | undefined;

/** The page script, minified; built once per process. */
export function bundle(): Promise<string> {
  // In a function of its own: names must not leak into the page.
  script ??= build('main.ts', 'iife');
  return script;
}

/** The forms, minified: a module that exports `startForms`; built once per process. */
export function bundleForms(): Promise<string> {
  forms ??= build('forms/main.ts', 'es');
  return forms;
}

async function build(entry: string, format: 'iife' | 'es'): Promise<string> {
  // Loaded here, so that a server that serves no script does not wait for a bundler.
  const [{ rollup }, { minify }, { stripTypes }] = await Promise.all([
    import('rollup'),
    import('terser'),
    import('../../../scripts/strip-types.ts'),
  ]);
  const bundled = await rollup({
    input: fileURLToPath(new URL(`../src/${entry}`, import.meta.url)),
    plugins: [stripTypes()],
  });
  const { output } = await bundled.generate({ format, generatedCode: 'es2015' });
  await bundled.close();
  const { code } = await minify(output[0].code, {
    ecma: 2020,
    module: format === 'es',
    toplevel: true,
    compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  });
  if (code === undefined) throw new Error('The minifier gave nothing.');
  return code;
}
