import { guarded } from './guard.ts';
import type { LoadFeatures } from './load-features.ts';
import type { ReadSettings } from './settings.ts';
import { start } from './start.ts';

/** Starts the script on a page whose snippet has loaded it. */
export const startOnPage: (loadFeatures: LoadFeatures, read: ReadSettings) => void = guarded(
  (loadFeatures: LoadFeatures, read: ReadSettings) => {
    const script = document.currentScript as HTMLScriptElement | null;
    // An element named "currentScript" hides the real member. No element that can do this has a `text`.
    const { src = '', nonce } = script?.text === undefined ? ({} as Partial<HTMLScriptElement>) : script;
    start(read({ nonce, ...window._dcs }, src), loadFeatures);
  },
);
