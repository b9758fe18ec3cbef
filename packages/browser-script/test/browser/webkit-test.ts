import { test as base } from '@playwright/test';
import type { EngineName } from './webkit-processes.ts';

/** What a project of Playwright says of the engine that its tests are for. */
export interface WebKitOptions {
  engine: EngineName;
}

/** For tests in the engines that Playwright does not drive as they are: by WebDriver, with faults at the server. */
export const test = base.extend<object, WebKitOptions>({
  engine: ['WebKitGTK', { option: true, scope: 'worker' }],
});
