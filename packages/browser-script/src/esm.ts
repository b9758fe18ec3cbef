import type { PageScriptOf, QueueOf, SubscriberAttributesOf } from './account-types.ts';
import type { Config } from './config.ts';
import { guarded } from './guard.ts';
import { loadFeatures } from './load-features.ts';
import { site } from './site.ts';
import { start } from './start.ts';
import type {
  CallbackResponse,
  Callbacks,
  Command,
  FormChoice,
  PageSettings,
  Properties,
  Settings,
  SubscriberAttributes,
  Subscription,
  Unsubscription,
} from './types.ts';

export type {
  CallbackResponse,
  Callbacks,
  FormChoice,
  PageScriptOf,
  PageSettings,
  Properties,
  QueueOf,
  Settings,
  SubscriberAttributes,
  SubscriberAttributesOf,
  Subscription,
  Unsubscription,
};

const hasPage = (): boolean => typeof window !== 'undefined' && typeof document !== 'undefined';

let isLoaded = false;

/**
 * Starts the script on the page. Further calls do nothing. On a server (server-side rendering), every call does nothing.
 *
 * @param settings `account`, and `host`: the URL of the script host, by default the origin of the page.
 */
export function load(settings: Pick<Settings, 'account'> & PageSettings): void {
  if (!hasPage() || isLoaded) return;
  isLoaded = true;
  const { account, host = location.origin } = settings;
  guarded(() => start({ ...settings, account: `${account}`, host }, loadCheckedFeatures))();
}

/** Requests the account's configuration, then starts the account's features. Here, unlike on a page, `host` may be wrong. */
async function loadCheckedFeatures() {
  Object.assign(site, await readConfig(`${site.url}config`));
  return loadFeatures();
}

async function readConfig(url: string): Promise<Config> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: check \`host\` and \`account\``);
  try {
    return await response.json();
  } catch {
    // Development servers of bundlers answer every URL with the page.
    throw new Error(`${url} did not return JSON: set \`host\` to the URL of the script host`);
  }
}

/**
 * Creates or updates the visitor's subscriber. May be called before `load`; it runs once the script is loaded.
 * The promise never rejects: check `success` and `error`.
 */
export const identify = (attributes: SubscriberAttributes): Promise<CallbackResponse> =>
  push((callbacks) => ['identify', attributes, callbacks]);

/**
 * Records an event of the visitor. May be called before `load`; it runs once the script is loaded.
 * The promise never rejects: check `success` and `error`.
 */
export const track = (action: string, properties: Properties = {}): Promise<CallbackResponse> =>
  push((callbacks) => ['track', action, properties, callbacks]);

/** Subscribes an email address to an email series campaign. The promise never rejects: check `success` and `error`. */
export const subscribe = (subscription: Subscription): Promise<CallbackResponse> =>
  push((callbacks) => ['subscribe', subscription, callbacks]);

/** Unsubscribes an email address from one campaign or from all. The promise never rejects: check `success` and `error`. */
export const unsubscribe = (unsubscription: Unsubscription): Promise<CallbackResponse> =>
  push((callbacks) => ['unsubscribe', unsubscription, callbacks]);

/** Opens a form. The promise never rejects: check `success` and `error`. */
export const showForm = (form: FormChoice): Promise<CallbackResponse> =>
  push((callbacks) => ['showForm', form, callbacks]);

/** Closes a form. The promise never rejects: check `success` and `error`. */
export const hideForm = (form: FormChoice): Promise<CallbackResponse> =>
  push((callbacks) => ['hideForm', form, callbacks]);

/** Grants or withdraws consent. While the settings require consent and it is missing, nothing is read, stored or sent. */
export function consent(isGranted: boolean): void {
  if (hasPage()) queue().push(['consent', isGranted]);
}

function push(command: (callbacks: Callbacks) => Command): Promise<CallbackResponse> {
  return new Promise((resolve) => {
    const fail = (error: string) => resolve({ success: false, visitor_uuid: '', anonymous: true, error });
    if (!hasPage()) return fail('commands work only in a browser');
    try {
      queue().push(command({ success: resolve, failure: resolve }));
    } catch {
      fail('window._dcq does not accept commands');
    }
  });
}

function queue(): NonNullable<Window['_dcq']> {
  window._dcq = window._dcq ?? [];
  return window._dcq;
}
