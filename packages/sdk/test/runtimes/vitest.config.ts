import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared, { inNode } from '../../../../vitest.config.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The tests of what is packed: they need a build, so `npm run verify -- runtimes` runs them and not `-- tests`. */
export default defineConfig({
  ...shared,
  test: {
    ...inNode,
    root,
    include: ['packages/sdk/test/runtimes/*.test.ts', 'scripts/packed/*.test.ts'],
    globalSetup: ['scripts/packed/pack-once.ts'],
    maxWorkers: 1,
  },
});
