import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import { findFirefox } from '../../scripts/firefox.mjs';

const executablePath = findChromium();
const firefox = findFirefox();

export default defineConfig({
  testDir: './test/browser',
  outputDir: './test-results',
  fullyParallel: true,
  workers: 2,
  // A test that fails at times is a failing test.
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: { trace: 'off' },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        // Chromium otherwise looks for updates and for hosts of its maker, none of which a test needs.
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
          // Visitors have it, so tests have it.
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    // Where it is installed; in CI it always is.
    ...(firefox === undefined
      ? []
      : [
          {
            name: 'firefox',
            use: {
              ...devices['Desktop Firefox'],
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
            },
          },
        ]),
  ],
});
