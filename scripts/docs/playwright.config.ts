import { defineConfig, devices } from '@playwright/test';
import { plainChromiumOptions } from '../setup/chromium-options.ts';
import { COMPILE_CACHE } from '../setup/compile-cache.ts';
import { TIME_LIMIT } from '../setup/time-limit.ts';
import { WORKERS } from '../setup/workers.ts';

// For workers, which load Playwright anew.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

/** Walks the built documentation site: `npm run verify -- docs` builds it first. */
export default defineConfig({
  testDir: './browser',
  outputDir: '../../test-results/docs',
  fullyParallel: true,
  workers: WORKERS,
  timeout: TIME_LIMIT,
  expect: { timeout: TIME_LIMIT },
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: { ...devices['Desktop Chrome'], trace: 'off', launchOptions: plainChromiumOptions },
});
