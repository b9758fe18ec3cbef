import { defineConfig } from 'vitest/config';
import shared, { TIMEOUT } from '../../../../vitest.config.ts';

/** The tests of what is packed: they need a build, so `npm run test:runtimes` runs them and not `test:unit`. */
export default defineConfig({
  ...shared,
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    maxWorkers: 1,
    testTimeout: TIMEOUT,
    hookTimeout: TIMEOUT,
  },
});
