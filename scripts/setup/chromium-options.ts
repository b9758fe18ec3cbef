import type { LaunchOptions } from '@playwright/test';
import { findChromium, findPlainChromium } from './requirements.mjs';

/** The features that Playwright disables. A second `--disable-features` replaces the first one, so they are repeated here. */
const OFF_IN_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,DialMediaRouteProvider,' +
  'GlobalMediaControls,HttpsUpgrades,LensOverlay,MediaRouter,PaintHolding,' +
  'ThirdPartyStoragePartitioning,BlockOriginHeaderModificationOnRedirect,' +
  'AvoidCorsURLLoaderRestartOnRedirect,Translate,AutoDeElevate,OptimizationHints,' +
  'NetworkTimeServiceQuerying,AimEnabled';

/** Invisible pages of the address bar, which take half of the processor time of a short test. */
const ADDRESS_BAR = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup';

const optionsOf = (executablePath: string | undefined): LaunchOptions & { readonly args: string[] } => ({
  ...(executablePath !== undefined && { executablePath }),
  args: [
    // Otherwise, Chromium checks for updates and contacts its vendor's hosts.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Saves one process per browser.
    '--in-process-gpu',
    `--disable-features=${OFF_IN_PLAYWRIGHT},${ADDRESS_BAR}`,
  ],
});

/** The options of Chromium in tests and measurements: the installed one, or Playwright's own if none is installed. */
export const chromiumOptions = optionsOf(findChromium());

/** The options of Chromium in tests whose windows do not matter. */
export const plainChromiumOptions = optionsOf(findPlainChromium());
