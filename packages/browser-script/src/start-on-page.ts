import { guarded, warn } from './guard.ts';
import type { LoadFeatures } from './load-features.ts';
import type { ReadSettings } from './settings.ts';
import { start } from './start.ts';
import type { Settings } from './types.ts';

/** Starts the script on a page whose snippet has loaded it. */
export const startOnPage: (loadFeatures: LoadFeatures, read: ReadSettings) => void = guarded(
  (loadFeatures: LoadFeatures, read: ReadSettings) => {
    const script = document.currentScript as HTMLScriptElement | null;
    // An element named "currentScript" hides the real member. No element that can do this has a `text`.
    const { src = '', nonce } = script?.text === undefined ? ({} as Partial<HTMLScriptElement>) : script;
    const settings = read({ nonce, ...window._dcs }, src);
    if (settings.account && settings.host) start(settings as Settings, loadFeatures);
    else warn('window._dcs needs account and host');
  },
);
