import type { Config } from './config.ts';
import { guarded, warn } from './guard.ts';
import { settingsOf } from './settings.ts';
import type { Begin } from './site.ts';
import { start } from './start.ts';

/** Starts the script on the page whose snippet has loaded it. */
export const startOnPage: (begin: Begin, config?: Config) => void = guarded(
  (begin: Begin, config?: Config) => {
    const script = document.currentScript as HTMLScriptElement | null;
    // An element that is named "currentScript" would hide the real one.
    const { src = '', nonce } = script?.tagName === 'SCRIPT' ? script : ({} as Partial<HTMLScriptElement>);
    const settings = settingsOf({ nonce, ...window._dcs, ...config }, src);
    if (settings) start(settings, config, begin);
    else warn('set window._dcs = { account, host } before the script');
  },
);
