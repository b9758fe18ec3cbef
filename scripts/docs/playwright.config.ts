import { defineConfig, devices } from '@playwright/test';
import { plainChromiumOptions } from '../setup/chromium-options.ts';
import { WORKERS } from '../setup/workers.ts';

/** Walks the built documentation site: `npm run verify -- docs` builds it first. */
export default defineConfig({
  testDir: './browser',
  outputDir: '../../test-results/docs',
  fullyParallel: true,
  workers: WORKERS,
  // axe needs a while for the longest tables.
  timeout: 120_000,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    trace: 'off',
    launchOptions: plainChromiumOptions,
  },
});
