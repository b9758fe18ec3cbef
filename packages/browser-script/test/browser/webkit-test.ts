import { test as base } from '@playwright/test';
import type { EngineName } from './webkit-processes.ts';

/** The options of Playwright's projects for WebDriver. */
export interface WebKitOptions {
  engine: EngineName;
}

/** For tests in the engines that WebDriver drives, because Playwright drives only patched versions of them. */
export const test = base.extend<object, WebKitOptions>({
  engine: ['WebKitGTK', { option: true, scope: 'worker' }],
});
