import type { LoadFeatures } from './begin.ts';
import { guarded, warn } from './guard.ts';
import type { ReadSettings } from './settings.ts';
import { start } from './start.ts';
import type { Settings } from './types.ts';

/** Starts the script on the page whose snippet has loaded it. */
export const startOnPage: (begin: LoadFeatures, read: ReadSettings) => void = guarded(
  (begin: LoadFeatures, read: ReadSettings) => {
    const script = document.currentScript as HTMLScriptElement | null;
    // An element that is named "currentScript" would hide the real one; none that can has a text.
    const { src = '', nonce } = script?.text === undefined ? ({} as Partial<HTMLScriptElement>) : script;
    const settings = read({ nonce, ...window._dcs }, src);
    if (settings.account && settings.host) start(settings as Settings, begin);
    else warn('window._dcs needs account and host');
  },
);
