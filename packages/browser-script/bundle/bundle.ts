import { fileURLToPath } from 'node:url';

/** The page script with little and with all, and the one that asks for its configuration. */
const SCRIPTS = { plain: 'main-plain.ts', full: 'main.ts', pinned: 'main-pinned.ts' } as const;
export type Script = keyof typeof SCRIPTS;

const built: Record<string, Promise<string> | undefined> = {};

/** A page script, minified, with the name `TRICKLE_CONFIG` where its configuration belongs; built once per process. */
export const bundle = (script: Script = 'full'): Promise<string> => once(SCRIPTS[script], 'iife');

/** The forms, minified: a module that exports `startForms`; built once per process. */
export const bundleForms = (): Promise<string> => once('forms/main.ts', 'es');

function once(entry: string, format: 'iife' | 'es'): Promise<string> {
  built[entry] ??= build(entry, format);
  return built[entry];
}

/** Members that only the forms use, which may be renamed: none of the platform, of `FormsPort` or of `FormDefinition`. */
const OWN_MEMBERS = /^(isOpen|setTab|restore|toggle|definition|port|attach)$/;

async function build(entry: string, format: 'iife' | 'es'): Promise<string> {
  // Loaded here, so that a server that serves no script does not wait for a bundler.
  const [{ rollup }, { minify }, { stripTypes }] = await Promise.all([
    import('rollup'),
    import('terser'),
    import('../../../scripts/build/strip-types.ts'),
  ]);
  const bundled = await rollup({
    input: fileURLToPath(new URL(`../src/${entry}`, import.meta.url)),
    plugins: [stripTypes()],
  });
  // A script is in a function of its own: names must not leak into the page.
  const { output } = await bundled.generate({ format, strict: false, generatedCode: 'es2015' });
  await bundled.close();
  const { code } = await minify(output[0].code, {
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
    },
    mangle: format === 'iife' || { properties: { regex: OWN_MEMBERS, builtins: true } },
    format: { comments: false },
  });
  if (code === undefined) throw new Error('The minifier gave nothing.');
  return code;
}
