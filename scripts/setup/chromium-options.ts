import type { LaunchOptions } from '@playwright/test';
import { findChromium, findPlainChromium } from './requirements.mjs';

/** The features that Playwright switches off. A second `--disable-features` replaces the first one, so they stand here too. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

/** Pages of the address bar, which each window loads and nobody sees: half of the processor time of a short test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

const optionsOf = (executablePath: string | undefined): LaunchOptions & { readonly args: string[] } => ({
  ...(executablePath !== undefined && { executablePath }),
  args: [
    // Otherwise Chromium checks for updates and contacts hosts of its vendor.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A process less for each browser.
    '--in-process-gpu',
    `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
  ],
});

/** How tests and measurements start Chromium: the installed one, or Playwright's own if none is installed. */
export const chromiumOptions = optionsOf(findChromium());

/** How tests start Chromium if its windows do not matter. */
export const plainChromiumOptions = optionsOf(findPlainChromium());
