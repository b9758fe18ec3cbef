import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';

const executablePath = findChromium();

export default defineConfig({
  testDir: './test/browser',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  // A test that fails at times is a failing test.
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    // Chromium otherwise looks for updates and for hosts of its maker, none of which a test needs.
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    trace: 'off',
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
});
