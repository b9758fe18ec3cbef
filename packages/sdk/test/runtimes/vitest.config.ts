import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import shared from '../../../../vitest.config.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The tests of what is packed: they need a build, so `npm run verify -- runtimes` runs them and not `-- tests`. */
export default defineConfig({
  ...shared,
  test: {
    root,
    include: ['packages/sdk/test/runtimes/*.test.ts', 'scripts/packed/*.test.ts'],
    globalSetup: ['scripts/packed/pack-once.ts'],
    maxWorkers: 1,
    testTimeout: TIME_LIMIT,
    hookTimeout: TIME_LIMIT,
  },
});
