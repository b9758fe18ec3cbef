import { defineConfig, devices } from '@playwright/test';
import { plainChromiumOptions } from '../../scripts/setup/chromium-options.ts';
import { COMPILE_CACHE } from '../../scripts/setup/compile-cache.ts';
import { leftOutOf } from '../../scripts/setup/thorough.ts';
import { TIME_LIMIT } from '../../scripts/setup/time-limit.ts';
import { WORKERS } from '../../scripts/setup/workers.ts';

// For workers, which load Playwright anew.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

export default defineConfig({
  testDir: './test/browser',
  testIgnore: leftOutOf(`${import.meta.dirname}/test/browser`),
  outputDir: './test-results',
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  timeout: TIME_LIMIT,
  expect: { timeout: TIME_LIMIT },
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    trace: 'off',
    // Rows that shimmer while a page loads are painted anew for each frame.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: plainChromiumOptions,
  },
});
