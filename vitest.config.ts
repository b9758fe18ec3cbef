import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TIME_LIMIT } from './scripts/setup/time-limit.ts';
import { WORKERS } from './scripts/setup/workers.ts';

const conditions = ['trickle-source', 'node', 'default'];

/** Folders without tests, or whose tests have a configuration of their own. */
const exclude = ['node_modules', 'dist', 'browser', 'runtimes', 'packed', 'test/postgres'].map(
  (folder) => `**/${folder}/**`,
);

/**
 * Tests that take long, and that fail only after a change of the code that they are about: killed servers, growth with the
 * input, thousands of random steps, shells, editors. `npm test` leaves them out unless `--all` is given, as in CI.
 */
const seldom = [
  'packages/cli/test/{completion,import-process,pull-interrupted}.test.ts',
  'packages/mock-server/test/{crash,hover,linear,linear-text,mail-crash}.test.ts',
  'packages/mock-server/test/{script-secrecy,webhook-torture,year-of-an-account}.test.ts',
  'packages/sdk/test/{bulk-scale,hover}.test.ts',
  'scripts/dev/demo/history.test.ts',
  'scripts/verify/regular-expressions.test.ts',
];

/** Other tests that start processes, browsers or bundlers, or that take long: `npm run check` leaves them out. */
const slow = [
  'packages/{browser-script,inspector}/test/**/size.test.ts',
  'packages/browser-script/test/esm.test.ts',
  'packages/mock-server/test/{cli,every-endpoint,odd-clients,odd-members,wire}.test.ts',
  'packages/mock-server/test/{msw,oauth,pages}-browser.test.ts',
  'scripts/dev/shop-browser.test.ts',
  'packages/mock-server/test/older-client-*.test.ts',
  'packages/sdk/test/{bundle,docs,readme}.test.ts',
  'packages/cli/test/*.test.ts',
  'packages/sdk/test/{examples,redis}/**/*.test.ts',
  'scripts/docs/pages.test.ts',
];

/**
 * Tests that leave their process as they found it. Their files share the modules that a worker has loaded, which saves
 * nearly half of the CPU time. A test that measures memory or time, that replaces globals, or that needs a module to be loaded
 * anew, does not belong here.
 */
const together = [
  'packages/{cli,mock-server,sdk}/src/**/*.test.ts',
  'packages/mock-server/test/{,model/}*.test.ts',
  'packages/sdk/test/{,interface/,limits/,wire/}!(bulk-scale|frameworks).test.ts',
];

/** Where Node.js keeps what it has compiled: a program that a test starts from source starts in less than half the time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url));

const shared = {
  exclude,
  env: { NODE_COMPILE_CACHE },
  testTimeout: TIME_LIMIT,
  hookTimeout: TIME_LIMIT,
  environment: 'node',
  expect: { poll: { timeout: TIME_LIMIT } },
  restoreMocks: true,
  unstubGlobals: true,
} as const;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'examples/shop/test/*.test.ts',
          ],
          exclude: [...exclude, ...slow, ...seldom, ...together],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'together',
          isolate: false,
          include: together,
          exclude: [...exclude, ...slow, ...seldom],
        },
      },
      { extends: true, test: { ...shared, name: 'slow', include: slow, exclude: [...exclude, ...seldom] } },
      { extends: true, test: { ...shared, name: 'seldom', include: seldom } },
    ],
  },
});
