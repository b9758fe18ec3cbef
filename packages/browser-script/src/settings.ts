import type { Config } from './config.ts';
import type { PageSettings } from './types.ts';

/** Settings of a page: `window._dcs`, and for what is not there the URL that the script came from. */
export type ReadSettings = (given: PageSettings, scriptUrl: string) => PageSettings & Config;

/** Of the served script, which carries its account: its URL is `{host}/{account}.js`. */
// Unspecified: U-25
export const servedSettings: ReadSettings = (given, scriptUrl) => ({
  host: /^[^?#]+(?=\/)/.exec(scriptUrl)?.[0],
  ...given,
  ...TRICKLE_CONFIG,
});

/**
 * Of a pinned version: its URL is `{host}/{account}/{version}/script.js`. That account comes first, since another
 * account's snippet on the page may have written `window._dcs` anew.
 */
export const pinnedSettings: ReadSettings = (given, scriptUrl) => {
  const [, host, account] = /^([^?#]+)\/([^/?#]+)\/[\d.]+\/script\.js(?:[?#]|$)/.exec(scriptUrl) ?? [];
  return { host, ...given, account: account ?? given.account };
};
