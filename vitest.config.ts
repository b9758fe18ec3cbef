import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE as NODE_COMPILE_CACHE } from './scripts/setup/compile-cache.ts';
import { THOROUGH } from './scripts/setup/thorough.ts';
import { TIME_LIMIT } from './scripts/setup/time-limit.ts';
import { WORKERS } from './scripts/setup/workers.ts';

const conditions = ['trickle-source', 'node', 'default'];
const root = import.meta.dirname;

/** Folders without tests, or whose tests have a configuration of their own. */
const exclude = ['node_modules', 'dist', 'browser', 'runtimes', 'packed', 'test/postgres'].map(
  (folder) => `**/${folder}/**`,
);

const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'], {
  cwd: root,
  exclude,
});
const filesWith = (words: RegExp) =>
  files.filter((file) => words.test(readFileSync(`${root}/${file}`, 'utf8')));

/** Tests that `npm test` leaves out unless `--all` is given, as in CI: each says in its first line why. */
const thorough = filesWith(THOROUGH);
/**
 * Tests that measure the memory of their process, replace its globals, load another backend in it, or count its steps, for
 * which V8 must not optimize: they share it with no others.
 */
const alone = filesWith(
  /\bmemoryUsage\b|from 'msw\/node'|'recheck'|from '@hono\/node-server'|from '\.\/steps\.ts'/,
);
/** Each test loads the page script anew, as each page does, which only the module runner can. */
const pageScript = files.filter((file) => file.startsWith('packages/browser-script/'));

const shared = {
  env: { NODE_COMPILE_CACHE },
  testTimeout: TIME_LIMIT,
  hookTimeout: TIME_LIMIT,
  environment: 'node',
  expect: { poll: { timeout: TIME_LIMIT } },
  restoreMocks: true,
  unstubGlobals: true,
} as const;

/** Node.js imports the sources itself, unchanged: nothing is mocked. The files of a worker share the modules. */
export const inNode = {
  ...shared,
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: conditions.slice(0, 1).map((condition) => `--conditions=${condition}`),
} as const;

const projects = {
  tests: { ...inNode, include: files, exclude: [...alone, ...thorough, ...pageScript] },
  thorough: { ...inNode, include: thorough, exclude: [...alone, ...pageScript] },
  alone: { ...shared, include: alone, exclude: thorough },
  'thorough alone': { ...shared, include: alone.filter((file) => thorough.includes(file)) },
  'page script': { ...shared, include: pageScript },
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    maxWorkers: WORKERS,
    projects: Object.entries(projects).map(([name, test]) => ({ extends: true, test: { ...test, name } })),
  },
});
