import { fileURLToPath } from 'node:url';

/** The page script without and with visits and forms, and the pinned version, which requests its configuration. */
const SCRIPTS = { plain: 'main-plain.ts', full: 'main.ts', pinned: 'main-pinned.ts' } as const;
export type Script = keyof typeof SCRIPTS;

/** The environment variable in which tests pass scripts, as JSON by entry, to processes that do not build them again. */
export const BUILT_SCRIPTS = 'TRICKLE_BUILT_SCRIPTS';

const built: Record<string, Promise<string> | string> = JSON.parse(process.env[BUILT_SCRIPTS] ?? '{}');

/** Minifies a page script, once per process. The name `TRICKLE_CONFIG` in it stands for the configuration. */
export const bundle = (script: Script = 'full'): Promise<string> => once(SCRIPTS[script], 'iife');

/** Minifies the forms, a module that exports `startForms`, once per process. */
export const bundleForms = (): Promise<string> => once('forms/main.ts', 'es');

async function once(entry: string, format: 'iife' | 'es'): Promise<string> {
  built[entry] ??= build(entry, format);
  return built[entry];
}

/** Builds all scripts, and returns them for the environment variable `BUILT_SCRIPTS`. */
export async function buildAll(): Promise<string> {
  await Promise.all([bundle('plain'), bundle('full'), bundle('pinned'), bundleForms()]);
  const scripts = Object.entries(built).map(async ([entry, script]) => [entry, await script]);
  return JSON.stringify(Object.fromEntries(await Promise.all(scripts)));
}

/** Members that the forms alone use, which may be renamed: none of the platform, of `FormsPort` or of `FormDefinition`. */
const OWN_MEMBERS = /^(setTab|fill|restore|toggle|definition|port|attach|detach)$/;

/**
 * Chromium then compiles all functions at once, not each twice: 13 % less time to evaluate the script. Other browsers ignore
 * the line.
 */
const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad';

async function build(entry: string, format: 'iife' | 'es'): Promise<string> {
  // Imported here, so that a server that serves no script does not load a bundler.
  const [{ rollup }, { minify }, { stripTypes }] = await Promise.all([
    import('rollup'),
    import('terser'),
    import('../../../scripts/build/strip-types.ts'),
  ]);
  const bundled = await rollup({
    input: fileURLToPath(new URL(`../src/${entry}`, import.meta.url)),
    plugins: [stripTypes()],
  });
  // A script is one function, so that its names do not leak into the page.
  const { output } = await bundled.generate({ format, strict: false, generatedCode: 'es2015' });
  await bundled.close();
  // `let` is shorter than `const`, and one keyword compresses better than two. No string contains the word.
  const { code } = await minify(output[0].code.replace(/\bconst\b/g, 'let'), {
    ecma: 2020,
    module: format === 'es',
    toplevel: true,
    compress: {
      passes: 6,
      unsafe: true,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      hoist_funs: true,
      inline: 2,
      booleans_as_integers: format === 'es',
      // Longer, but smaller when it is compressed.
      ...(format === 'iife' && { sequences: 3, booleans: false }),
    },
    mangle: format === 'es' ? { properties: { regex: OWN_MEMBERS, builtins: true } } : true,
    format: { comments: false, ...(format === 'iife' && { preamble: COMPILED_AT_ONCE }) },
  });
  if (code === undefined) throw new Error('The minifier returned nothing.');
  return code;
}
