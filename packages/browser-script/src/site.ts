import type { Config } from './config.ts';
import type { Settings } from './types.ts';

/**
 * The settings and configuration of the script. A script belongs to one account and starts once, so modules hold its
 * state. Another account on the same page has its own script, with its own modules.
 */
export interface Site extends Settings, Omit<Config, 'account'> {
  /** The prefix of the URLs of all requests. */
  url: string;
}

export let site: Site;
let isAllowed: boolean;

/** Sets the settings and configuration. */
export function init(settings: Settings & Config): void {
  const { host, account, gpc, consent = !(gpc && navigator.globalPrivacyControl) } = settings;
  // Unspecified: U-71
  site = { ...settings, url: `${host}/client/${account}/` };
  isAllowed = consent === true;
}

/** Grants or withdraws consent. */
export function allow(isGranted: boolean): void {
  isAllowed = isGranted;
}

/**
 * Whether the script may read, store and send: consent is given, and the page is not being prerendered. An element named
 * "prerendering" hides the real member, so only `true` counts.
 */
export const isOpen = (): boolean => isAllowed && document.prerendering !== true;
