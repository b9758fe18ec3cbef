// Plain JavaScript without dependencies: setup runs it before anything is installed.
import { existsSync } from 'node:fs';

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/**
 * A browser that is driven by WebDriver, and what it takes to start it.
 * @typedef {object} WebKit
 * @property {string} driver
 * @property {string} browser
 * @property {string[]} options What the browser is started with.
 * @property {Record<string, string>} environment
 * @property {string} [display] What gives it a display, when it needs one.
 * @property {RegExp} pages What the processes are called that hold its pages.
 * @property {string} packages Those of Debian that bring all of that.
 */

/**
 * Safari's engine as it is, and as it was some years ago.
 * @type {Record<'WebKitGTK' | 'WPE', WebKit>}
 */
export const WEBKITS = {
  WebKitGTK: {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${libraries}/webkit2gtk-4.1/MiniBrowser`,
    options: ['--automation'],
    environment: { NO_AT_BRIDGE: '1', GTK_A11Y: 'none', LIBGL_ALWAYS_SOFTWARE: '1' },
    display: '/usr/bin/Xvfb',
    pages: /WebKitWebProcess/,
    packages: 'webkit2gtk-driver xvfb',
  },
  WPE: {
    driver: '/usr/bin/WPEWebDriver',
    // Unlike cog, it has tabs.
    browser: `${libraries}/wpe-webkit-1.1/MiniBrowser`,
    options: ['--automation', '--headless'],
    environment: {},
    pages: /WPEWebProcess/,
    packages: 'wpewebkit-driver',
  },
};

/**
 * Whether a browser is there. In CI, where the tests in it must run, it is taken to be.
 * @param {keyof typeof WEBKITS} name
 */
export function hasWebKit(
  name,
  { environment = /** @type {Record<string, string | undefined>} */ (process.env), exists = existsSync } = {},
) {
  const { driver, browser, display } = WEBKITS[name];
  const files = display === undefined ? [driver, browser] : [driver, browser, display];
  return Boolean(environment.CI) || files.every((file) => exists(file));
}
