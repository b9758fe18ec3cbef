// Plain JavaScript without dependencies: setup runs it before anything is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a browser of the Chromium family usually is, the most wanted first.
 * @param {NodeJS.Platform} platform
 * @param {Record<string, string | undefined>} environment
 */
export function chromiumCandidates(platform, environment) {
  const { HOME = '', LOCALAPPDATA, PROGRAMFILES } = environment;
  switch (platform) {
    case 'darwin':
      return ['', HOME].flatMap((root) => [
        `${root}/Applications/Chromium.app/Contents/MacOS/Chromium`,
        `${root}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      ]);
    case 'win32':
      return [PROGRAMFILES, environment['PROGRAMFILES(X86)'], LOCALAPPDATA]
        .filter((root) => root !== undefined)
        .flatMap((root) => [
          join(root, 'Chromium', 'Application', 'chrome.exe'),
          join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        ]);
    default:
      return ['/usr/bin/chromium', '/usr/bin/google-chrome-stable', '/opt/google/chrome/chrome'];
  }
}

/**
 * The browser that the tests use: the one that TRICKLE_CHROMIUM names, else an installed one.
 * Undefined leaves the choice to Playwright, which looks for its own download.
 * @returns {string | undefined}
 */
export function findChromium({
  platform = process.platform,
  environment = /** @type {Record<string, string | undefined>} */ (process.env),
  exists = existsSync,
} = {}) {
  const named = environment.TRICKLE_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!exists(named)) throw new Error(`TRICKLE_CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  return chromiumCandidates(platform, environment).find((path) => exists(path));
}
