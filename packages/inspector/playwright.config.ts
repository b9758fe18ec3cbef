import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../../scripts/setup/requirements.mjs';

const executablePath = findChromium();

export default defineConfig({
  testDir: './test/browser',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Patient, since the machine may be busy.
  timeout: 120_000,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
