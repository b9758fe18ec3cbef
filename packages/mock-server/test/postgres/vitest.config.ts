import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import shared, { TIMEOUT } from '../../../../vitest.config.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs the tests of the server again, on PostgreSQL instead of the database in memory. */
export default defineConfig({
  ...shared,
  plugins: [
    {
      name: 'open-postgres',
      enforce: 'pre',
      resolveId: (id, importer) =>
        id.endsWith('/store/open.ts') && !importer?.includes('/test/postgres/')
          ? folder('./open-store.ts')
          : undefined,
    },
  ],
  test: {
    root: folder('../..'),
    globalSetup: [folder('./global-setup.config.ts')],
    include: ['test/*.test.ts', 'test/{model,postgres}/**/*.test.ts'],
    exclude: [
      '**/*browser*',
      'test/{cli*,crash,mail-crash,full-disk,shared-file,older-client*,readme,msw,conformance}.test.ts',
    ],
    maxWorkers: 2,
    testTimeout: TIMEOUT,
    hookTimeout: TIMEOUT,
    expect: { poll: { timeout: TIMEOUT } },
    restoreMocks: true,
    unstubGlobals: true,
  },
});
