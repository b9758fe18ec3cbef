import { defineConfig, devices } from '@playwright/test';
import { plainChromiumOptions } from '../../scripts/setup/chromium-options.ts';
import { WORKERS } from '../../scripts/setup/workers.ts';

export default defineConfig({
  testDir: './test/browser',
  outputDir: './test-results',
  fullyParallel: true,
  workers: WORKERS,
  retries: 0,
  // Patient, since the machine may be busy.
  timeout: 120_000,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    trace: 'off',
    launchOptions: plainChromiumOptions,
  },
});
