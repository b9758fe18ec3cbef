import { test as base } from '@playwright/test';
import { type Browser, startBrowser } from './webkit-browser.ts';
import type { EngineName } from './webkit-processes.ts';

/** The options of Playwright's projects for WebDriver. */
export interface WebKitOptions {
  engine: EngineName;
}

/**
 * For tests in the engines that WebDriver drives, because Playwright drives only patched versions of them. Starting a browser
 * takes longer than most tests, so all share one. Each has its own site.
 */
export const test = base.extend<object, WebKitOptions & { shared: Browser }>({
  engine: ['WebKitGTK', { option: true, scope: 'worker' }],
  shared: [
    async ({ engine }, use) => {
      await using browser = await startBrowser(engine);
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
