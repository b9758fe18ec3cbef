import type { PageSettings, Settings } from './types.ts';

/**
 * Settings of a page: `window._dcs`, and for what is not there the URL that the script came from,
 * which is `{host}/{account}.js`; `undefined` when neither names both.
 */
// Unspecified: U-25
export function settingsOf(given: PageSettings | undefined, scriptUrl: string): Settings | undefined {
  const [, ownHost, ownAccount] = /^([^?#]*)\/([^/?#]+)\.js(?:[?#]|$)/.exec(scriptUrl) ?? [];
  const { account = ownAccount, host = ownHost, cookiePath } = given ?? {};
  return account && host ? { account: `${account}`, host, cookiePath } : undefined;
}
