import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../setup/requirements.mjs';

const executablePath = findChromium();

/** Walks the documentation site. The site is built first. */
export default defineConfig({
  testDir: './browser',
  outputDir: '../../test-results/docs',
  globalSetup: './browser/build-site.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
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
