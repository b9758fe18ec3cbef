// Builds the published files into `dist` of each package: `npm run build`. In this order, because the declarations of
// a package are checked against the declarations of those it depends on.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'amaro';
import { root } from '../setup/repository.ts';
import { bundleModules, isOf } from './bundle-modules.ts';
import { buildDeclarations } from './declarations.ts';
import { pruneDeclarations } from './prune-declarations.ts';

const inspector = join(root, 'packages/inspector');

interface Ingredients {
  /** The public entries, as paths below `src` without the extension. */
  readonly entries: readonly string[];
  /** Packages that are bundled, so that only the used code ships, in few files. */
  readonly inside?: readonly string[];
  readonly hasInspector?: boolean;
  /** The skill for coding assistants that the package contains, a folder of `skills`. */
  readonly skill?: string;
  /** The CommonJS build of the package. */
  readonly commonJs?: CommonJs;
}

/** The entries that `require` loads, for Jest and for compilers that write `require`. */
interface CommonJs {
  readonly entries: readonly string[];
  /** Files of `dist` to convert. */
  readonly built?: readonly string[];
  /** Packages that are bundled, such as those without a CommonJS build. */
  readonly inside?: readonly string[];
}

const sdkFolders = ['content', 'contract', 'oauth', 'redis', 'telemetry', 'webhooks'];
const sdkEntries = ['index', ...sdkFolders.map((folder) => `${folder}/index`)];
const libraries = [
  '@hono/node-server',
  '@trickle/design',
  '@trickle/inspector',
  '@trickle/sdk',
  'hono',
  'zod',
];

const packages: Readonly<Record<string, Ingredients>> = {
  sdk: { entries: sdkEntries, skill: 'trickle-sdk', commonJs: { entries: sdkEntries, inside: ['ky'] } },
  // The command uses a few files of the protocol's SDK, which takes 29 MB with its dependencies.
  cli: { entries: ['main'], inside: ['@trickle/design', '@modelcontextprotocol/sdk', 'zod-to-json-schema'] },
  'browser-script': { entries: ['esm'], commonJs: { entries: ['esm'], built: ['bundle'] } },
  'mock-server': {
    entries: ['index', 'cli/index', 'integrations/msw/index', 'integrations/playwright/index'],
    inside: libraries,
    hasInspector: true,
    skill: 'trickle-sandbox',
    commonJs: { entries: ['index', 'integrations/playwright/index'], inside: libraries },
  },
};

/** The source files of entries, by their names. */
const sourcesOf = (folder: string, entries: readonly string[]) =>
  Object.fromEntries(entries.map((entry) => [entry, join(folder, 'src', `${entry}.ts`)]));

/** One module per entry, and chunks for shared code; other packages stay imports. */
const buildModules = (
  folder: string,
  { entries, inside = [], hasInspector = false }: Ingredients,
): Promise<void> =>
  bundleModules({
    input: sourcesOf(folder, entries),
    isOutside: (id) => !isOf(id, inside),
    output: { dir: join(folder, 'dist'), chunkFileNames: 'shared/[name].js' },
    ...(hasInspector && builtInspector),
  });

/** Options of a bundle that contains the built inspector, with the licences of the packages in it. */
const builtInspector = {
  replaced: { '@trickle/inspector/served': join(inspector, 'dist/served.js') },
  licensed: ['preact', '@preact/signals', '@preact/signals-core', 'caniemail'].map((name) =>
    join(root, 'node_modules', name),
  ),
};

/** The inspector, as a module for the server, which serves it from its own files. */
async function buildInspector(): Promise<void> {
  const { bundle, compressed } = await import('../../packages/inspector/bundle/bundle.ts');
  const dist = join(inspector, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const files = JSON.stringify(compressed(await bundle()));
  writeFileSync(
    join(dist, 'served.js'),
    `const files = ${files};\nexport const loadFiles = async () => files;\n`,
  );
  writeFileSync(
    join(dist, 'served.d.ts'),
    `/** The inspector's files by their names, compressed by brotli, in base64. */
export declare function loadFiles(): Promise<Readonly<Record<string, string>>>;\n`,
  );
}

/**
 * The CommonJS build of a package, in a folder marked as CommonJS for Node.js and compilers. Its declarations are copies of
 * the modules' declarations: compilers read them as CommonJS because of the folder.
 */
async function buildCommonJs(
  folder: string,
  { entries, built = [], inside = [] }: CommonJs,
  hasInspector = false,
): Promise<void> {
  const dir = join(folder, 'dist/cjs');
  const converted = built.map((name) => [name, join(folder, 'dist', `${name}.js`)]);
  await bundleModules({
    input: { ...sourcesOf(folder, entries), ...Object.fromEntries(converted) },
    isOutside: (id) => !isOf(id, inside),
    output: {
      dir,
      format: 'cjs',
      chunkFileNames: 'shared/[name].js',
      dynamicImportInCjs: false, // Jest has no `import()`
    },
    ...(hasInspector && builtInspector),
  });
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of globSync('**/*.d.ts', { cwd: join(folder, 'dist'), exclude: ['cjs/**'] })) {
    cpSync(join(folder, 'dist', name), join(dir, name));
  }
}

/** The page script and its forms, as files for a web server and as a module for a server that serves them itself. */
async function buildPageScript(folder: string): Promise<void> {
  const { bundle, bundleForms } = await import('../../packages/browser-script/bundle/bundle.ts');
  const dist = join(folder, 'dist');
  const [plain, full, pinned, forms] = await Promise.all([
    bundle('plain'),
    bundle('full'),
    bundle('pinned'),
    bundleForms(),
  ]);
  writeFileSync(join(dist, 'script.js'), pinned);
  writeFileSync(join(dist, 'forms.js'), forms);
  // The serving code is the same as in a checkout, but without the bundler.
  const { code } = transformSync(readFileSync(join(folder, 'bundle/served.ts'), 'utf8'), {
    mode: 'strip-only',
  });
  const served = code.split('\n').filter((line) => !line.startsWith('import '));
  const built = `const scripts = ${JSON.stringify({ plain, full, pinned })};
const bundle = async (script) => scripts[script];
const bundleForms = async () => ${JSON.stringify(forms)};`;
  writeFileSync(join(dist, 'bundle.js'), `${built}\n${served.join('\n')}`);
  writeFileSync(
    join(dist, 'bundle.d.ts'),
    `import type { Config } from './config.js';
/** The version of the package, by which pinned scripts are requested. */
export declare const VERSION: string;
/** The page script of an account, minified, with its configuration inside. */
export declare function accountScript(config: Config): Promise<string>;
/** The page script of this version, minified, the same for every account. */
export declare function pinnedScript(): Promise<string>;
/** The forms, minified: a module that exports \`startForms\`. */
export declare function formsScript(): Promise<string>;\n`,
  );
}

try {
  await buildInspector();
  for (const [name, ingredients] of Object.entries(packages)) {
    const folder = join(root, 'packages', name);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    await buildModules(folder, ingredients);
    if (existsSync(join(folder, 'tsconfig.build.json'))) buildDeclarations(folder);
    if (existsSync(join(folder, 'bundle'))) await buildPageScript(folder);
    pruneDeclarations(folder);
    const { commonJs, hasInspector, skill } = ingredients;
    if (skill) cpSync(join(root, 'skills', skill), join(folder, 'dist/skills', skill), { recursive: true });
    if (commonJs) await buildCommonJs(folder, commonJs, hasInspector);
  }
} catch (error) {
  // Only the message: the members of a rollup error list every file.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
