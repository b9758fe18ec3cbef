import type { PageSettings, Settings } from './types.ts';

/**
 * Settings of a page: `window._dcs`, and for what is not there the URL that the script came from, which is
 * `{host}/{account}.js` or, of a pinned version, `{host}/{account}/{version}/script.js`; `undefined` when neither
 * names both.
 */
// Unspecified: U-25
export function settingsOf(given: PageSettings, scriptUrl: string): Settings | undefined {
  const [, ownHost, ownAccount] =
    /^([^?#]*?)\/([^/?#]+)(?:\/[\d.]+\/script)?\.js(?:[?#]|$)/.exec(scriptUrl) ?? [];
  const { account = ownAccount, host = ownHost } = given;
  return account && host ? { ...given, account: `${account}`, host } : undefined;
}
