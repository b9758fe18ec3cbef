// Plain JavaScript without dependencies: setup runs it before anything is installed.
import { existsSync } from 'node:fs';

/**
 * Where Firefox usually is on Linux: its long-term releases, which Playwright drives as they are.
 * Undefined where there is none, except in CI, where the tests in it must run.
 * @returns {string | undefined}
 */
export function findFirefox({
  environment = /** @type {Record<string, string | undefined>} */ (process.env),
  exists = existsSync,
} = {}) {
  const path = '/usr/bin/firefox-esr';
  return exists(path) || environment.CI ? path : undefined;
}
