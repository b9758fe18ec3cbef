import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { FIREFOX, findChromium, isTested, WEBKITS } from '../../scripts/setup/requirements.mjs';
import type { WebKitOptions } from './test/browser/webkit-test.ts';

const executablePath = findChromium();
const firefox = fileURLToPath(new URL('../../scripts/setup/firefox.sh', import.meta.url));
const engines = (['WebKitGTK', 'WPE'] as const).filter((engine) => isTested(WEBKITS[engine]));
/** By WebDriver. */
const webKitTests = /webkit\.spec\.ts$/;

export default defineConfig<object, WebKitOptions>({
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
      testIgnore: webKitTests,
      // What only Firefox can do.
      grepInvert: /@firefox/,
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
    ...(isTested(FIREFOX)
      ? [
          {
            name: 'firefox',
            testIgnore: webKitTests,
            use: {
              ...devices['Desktop Firefox'],
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
            },
          },
        ]
      : []),
    ...engines.map((engine) => ({ name: engine.toLowerCase(), testMatch: webKitTests, use: { engine } })),
  ],
});
