/// <reference path="../src/pages/outbox/caniemail.d.ts" />
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { tokens } from '@trickle/design/tokens';
import type caniemail from 'caniemail/caniemail.json';
import type { Plugin } from 'rollup';
import { MAJOR_CLIENTS } from '../src/pages/outbox/major-clients.ts';

/** The texts of the inspector's files by their names, which contain a hash of the text. */
export type InspectorFiles = Readonly<Record<string, string>>;

const source = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * Bundles the inspector: the script `inspector-….js`, parts of it that are loaded on demand, and one stylesheet. Default:
 * minified.
 */
export async function bundle({ isMinified = true } = {}): Promise<InspectorFiles> {
  const scripts = await bundleScripts();
  const styles = joinStyles();
  const texts = scripts.map(async ({ fileName, code }) => [
    fileName,
    isMinified ? await minified(code) : code,
  ]);
  return { ...Object.fromEntries(await Promise.all(texts)), [`inspector-${hashOf(styles)}.css`]: styles };
}

/** The files compressed by brotli, in base64. In a checkout they are compressed less, since full compression takes a second. */
export function compressed(files: InspectorFiles, { isBest = true } = {}): InspectorFiles {
  const params = { [constants.BROTLI_PARAM_QUALITY]: isBest ? constants.BROTLI_MAX_QUALITY : 4 };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      brotliCompressSync(text, { params }).toString('base64'),
    ]),
  );
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The part of a module: what all pages use, what editors use, or a page. */
function partOf(file: string): string | undefined {
  const [, room = 'base'] = /\/src\/(\w+)\//.exec(file) ?? [];
  if (room === 'pages' || file === support) return undefined; // that of the page
  return room === 'editor' || room === 'records' || room === 'mailing' ? 'editor' : 'base';
}

/** The features that email clients support. */
const support = fileURLToPath(import.meta.resolve('caniemail/caniemail.json'));

/** A rollup plugin that makes a module of the data, with what the inspector reads of it. */
const trimSupport = (): Plugin => ({
  name: 'trim-support',
  transform(code, id) {
    if (id !== support) return null;
    const { data }: typeof caniemail = JSON.parse(code);
    const families = MAJOR_CLIENTS.map(([, family]) => family);
    const trimmed = data.map(({ title, url, stats }) => ({
      ...{ title, url },
      stats: Object.fromEntries(families.map((family) => [family, stats[family]])),
    }));
    return { code: `export default ${JSON.stringify({ data: trimmed })};`, map: null };
  },
});

async function bundleScripts(): Promise<{ readonly fileName: string; readonly code: string }[]> {
  // Loaded here, so that a server that serves no inspector does not wait for a bundler.
  const [{ rollup }, { nodeResolve }, { stripTypes }] = await Promise.all([
    import('rollup'),
    import('@rollup/plugin-node-resolve'),
    import('../../../scripts/build/strip-types.ts'),
  ]);
  const bundled = await rollup({
    input: `${source}main.tsx`,
    jsx: { mode: 'automatic', jsxImportSource: 'preact/jsx-runtime', importSource: 'preact' },
    plugins: [nodeResolve({ browser: true }), trimSupport(), stripTypes()],
  });
  const { output } = await bundled.generate({
    format: 'es',
    hashCharacters: 'hex',
    entryFileNames: 'inspector-[hash:12].js',
    chunkFileNames: '[name]-[hash:12].js',
    manualChunks: partOf,
  });
  await bundled.close();
  return output.filter((file) => file.type === 'chunk');
}

async function minified(script: string): Promise<string> {
  const { minify } = await import('terser');
  const { code } = await minify(script, {
    ecma: 2020,
    module: true,
    compress: { passes: 2 },
    format: { comments: false },
  });
  if (code === undefined) throw new Error('The minifier gave nothing.');
  return code;
}

/** The order of the stylesheets: later ones may override earlier ones. */
const LAYERS = [
  'design/tokens.css',
  'design/base.css',
  'design/*/*.css',
  'app/*.css',
  'mailing/*.css',
  'editor/*.css',
  'records/*.css',
  'pages/*/*.css',
];

function joinStyles(): string {
  const files = new Set(LAYERS.flatMap((pattern) => globSync(pattern, { cwd: source }).sort()));
  const texts = [...files].map((file) => withoutComments(readFileSync(`${source}${file}`, 'utf8')));
  return [tokens(':root[data-theme="dark"]'), ...texts].join('\n');
}

const withoutComments = (styles: string): string =>
  styles
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
