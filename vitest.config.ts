import { defineConfig } from 'vitest/config';

const conditions = ['trickle-source', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/browser/**', '**/runtimes/**'],
    environment: 'node',
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
