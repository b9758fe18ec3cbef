import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions, plainChromiumOptions } from '../../scripts/setup/chromium-options.ts';
import { COMPILE_CACHE } from '../../scripts/setup/compile-cache.ts';
import { FIREFOX, isTested, WEBKITS } from '../../scripts/setup/requirements.mjs';
import { leftOutOf } from '../../scripts/setup/thorough.ts';
import { TIME_LIMIT } from '../../scripts/setup/time-limit.ts';
import { WORKERS } from '../../scripts/setup/workers.ts';
import type { WebKitOptions } from './test/browser/webkit-test.ts';

const firefox = fileURLToPath(new URL('../../scripts/setup/firefox.sh', import.meta.url));
const engines = (['WebKitGTK', 'WPE'] as const).filter((engine) => isTested(WEBKITS[engine]));
/** Tests in the engines that WebDriver drives. */
const webKitTests = /webkit\.spec\.ts$/;
const folder = `${import.meta.dirname}/test/browser`;
/**
 * Files with `// @chromium: ` and a reason in their head: tests of behavior that does not depend on the engine, in Chromium only.
 * Other files run in every engine, except tests with `@chromium` in their titles. `shop.each` runs all settings in Chromium, and
 * the first ones in other engines.
 */
const chromiumTests = readdirSync(folder)
  .filter((file) => file.endsWith('.spec.ts'))
  .filter((file) => /^\/\/ @chromium: /m.test(readFileSync(`${folder}/${file}`, 'utf8')))
  .map((file) => `**/${file}`);
const leftOut = leftOutOf(folder);

const chromiumIn = (options: typeof chromiumOptions) => ({
  ...devices['Desktop Chrome'],
  // Visitors have a back/forward cache, so tests have one.
  launchOptions: { ...options, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

/**
 * One process for all pages, and fewer frames per second: both save processor time. Only the scenario of several tabs depends on
 * processes, and Chromium and WebKit give each tab one.
 */
const usualPreferences = {
  'fission.autostart': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.keepProcessesAlive.web': 1,
  'layout.frame_rate': 15,
  // Firefox's default: separate cookies for each site. Playwright would allow third-party cookies.
  'network.cookie.cookieBehavior': 5,
};

/** For tests with the tag `@preferences`, which Playwright's emulation prepares in Chromium. */
const otherPreferences = {
  ...usualPreferences,
  'ui.prefersReducedMotion': 1,
  // Always the visitor's colors.
  'browser.display.document_color_use': 2,
  // A coarse pointer only.
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
  'network.cookie.cookieBehavior': 0,
};

const firefoxWith = (firefoxUserPrefs: typeof usualPreferences) => ({
  // A start of Firefox takes longer than most tests.
  workers: 1,
  testIgnore: [webKitTests, ...chromiumTests, ...leftOut],
  use: {
    ...devices['Desktop Firefox'],
    channel: 'moz-firefox',
    // Saves a sixth of the time. In Chromium, a new page costs less than to clear the old one.
    reuseContext: true,
    launchOptions: { executablePath: firefox, firefoxUserPrefs },
  },
});

// For workers, which load Playwright anew.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

export default defineConfig<object, WebKitOptions>({
  testDir: './test/browser',
  testIgnore: leftOut,
  outputDir: './test-results',
  fullyParallel: true,
  workers: WORKERS,
  // A flaky test is a failing test.
  retries: 0,
  timeout: TIME_LIMIT,
  expect: { timeout: TIME_LIMIT },
  forbidOnly: true,
  reporter: 'list',
  use: { trace: 'off' },
  projects: [
    // Without tests of features that only Firefox or a whole browser has: the shell has no back/forward cache.
    {
      name: 'chromium',
      testIgnore: [webKitTests, ...leftOut],
      grepInvert: /@firefox|@cache|@whole/,
      use: chromiumIn(plainChromiumOptions),
    },
    // Two tests share one start of the whole browser.
    { name: 'chromium-cache', workers: 1, grep: /@cache|@whole/, use: chromiumIn(chromiumOptions) },
    // If it is installed; in CI it always is.
    ...(isTested(FIREFOX)
      ? [
          { name: 'firefox', grepInvert: /@chromium|@preferences/, ...firefoxWith(usualPreferences) },
          {
            name: 'firefox-preferences',
            grep: /@preferences/,
            grepInvert: /@chromium/,
            ...firefoxWith(otherPreferences),
          },
        ]
      : []),
    // One worker, with one browser for all tests.
    ...engines.map((engine) => ({
      name: engine.toLowerCase(),
      testMatch: webKitTests,
      workers: 1,
      use: { engine },
    })),
  ],
});
