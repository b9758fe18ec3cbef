import type { Config } from './config.ts';
import type { PageSettings } from './types.ts';

/** Reads the settings of a page from `window._dcs`. Derives missing settings from the script's URL. */
export type ReadSettings = (given: PageSettings, scriptUrl: string) => PageSettings & Config;

/** For the served script, which contains its account. Its URL is `{host}/{account}.js`. */
// Unspecified: U-25
export const servedSettings: ReadSettings = (given, scriptUrl) => ({
  host: /^[^?#]+(?=\/)/.exec(scriptUrl)?.[0],
  ...given,
  ...TRICKLE_CONFIG,
});

/**
 * For a pinned version. Its URL is `{host}/{account}/{version}/script.js`. The URL's account takes precedence, since
 * another account's snippet on the page may have replaced `window._dcs`.
 */
export const pinnedSettings: ReadSettings = (given, scriptUrl) => {
  const [, host, account] = /^([^?#]+)\/(.+)\/[\d.]+\/script/.exec(scriptUrl) ?? [];
  return { host, ...given, account: account ?? given.account };
};
