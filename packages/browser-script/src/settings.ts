import type { Config } from './config.ts';
import type { PageSettings } from './types.ts';

/** Reads the settings of a page from `window._dcs`. Derives missing settings from the script's URL. */
export type ReadSettings = (settings: PageSettings, scriptUrl: string) => PageSettings & Config;

/** For the served script, which contains its account. Its URL is `{host}/{account}.js`. */
// Unspecified: U-25
export const servedSettings: ReadSettings = (settings, scriptUrl) => ({
  host: /^[^?#]+(?=\/)/.exec(scriptUrl)?.[0],
  ...settings,
  ...TRICKLE_CONFIG,
});

/**
 * For a pinned version. Its URL is `{host}/{account}/{version}/script.js`. The URL's account takes precedence, since
 * another account's snippet on the page may have replaced `window._dcs`.
 */
export const pinnedSettings: ReadSettings = (settings, scriptUrl) => {
  const [, host, account] = /^([^?#]+)\/(.+)\/[\d.]+\/script/.exec(scriptUrl) ?? [];
  return { host, ...settings, account: account ?? settings.account };
};
