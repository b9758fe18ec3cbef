import type { Config } from './config.ts';
import type { Settings } from './types.ts';

/**
 * What the script was started with. The parts of the script keep what they know in their modules: a script belongs to
 * one account and is started once; another account on the same page has a script, and so modules, of its own.
 */
export interface Site extends Settings, Omit<Config, 'account'> {
  /** What all requests begin with. */
  url: string;
}

export let site: Site;
let isAllowed: boolean;

/** Says what the script is started with. */
export function init(settings: Settings & Config): void {
  // Unspecified: U-71
  site = { ...settings, url: `${settings.host}/client/${settings.account}/` };
  const { gpc, consent = !(gpc && navigator.globalPrivacyControl) } = settings;
  isAllowed = consent === true;
}

/** Grants or takes back consent. */
export const allow = (isGranted: boolean): void => {
  isAllowed = isGranted;
};

/**
 * Whether anything may be read, kept or sent: there is consent, and somebody looks at the page. An element that is
 * named "prerendering" would hide the real member.
 */
export const isOpen = (): boolean => isAllowed && document.prerendering !== true;
