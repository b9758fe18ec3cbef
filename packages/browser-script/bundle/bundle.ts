import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kept } from '../../../scripts/kept.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** The page script without and with visits and forms, and the pinned version, which requests its configuration. */
const SCRIPTS = { plain: 'main-plain.ts', full: 'main.ts', pinned: 'main-pinned.ts' } as const;
export type Script = keyof typeof SCRIPTS;

const built = new Map<string, Promise<string>>();

/** Minifies a page script, once in a checkout. The name `TRICKLE_CONFIG` in it stands for the configuration. */
export const bundle = (script: Script = 'full'): Promise<string> => once(SCRIPTS[script], 'iife');

/** Minifies the forms, a module that exports `startForms`, once in a checkout. */
export const bundleForms = (): Promise<string> => once('forms/main.ts', 'es');

function once(entry: string, format: 'iife' | 'es'): Promise<string> {
  const script = built.get(entry) ?? kept(keyOf(entry), () => build(entry, format));
  built.set(entry, script);
  return script;
}

/** Changes with every change of the sources and of the versions of the bundler and the minifier. */
function keyOf(entry: string): string {
  const hash = createHash('sha256').update(entry);
  const sources = ['bundle/*.ts', 'src/**/*.ts', '../../{package.json,scripts/build/strip-types.ts}'];
  for (const file of globSync(sources, { cwd: folder }).sort()) hash.update(readFileSync(`${folder}${file}`));
  return `script-${hash.digest('hex').slice(0, 16)}`;
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
    input: `${folder}src/${entry}`,
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
