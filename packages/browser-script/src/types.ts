/** What `success` and `failure` are called with, and what the promises of the npm entry give. */
export interface CallbackResponse {
  success: boolean;
  /** 32 hexadecimal digits, or empty when there is no page (server-side rendering). */
  visitor_uuid: string;
  /** False when the visitor is tied to a subscriber. */
  anonymous: boolean;
  /** There on failure. */
  error?: string;
}

/** Called once: either `success` or `failure`. */
export interface Callbacks {
  success?: ((response: CallbackResponse) => unknown) | undefined;
  failure?: ((response: CallbackResponse) => unknown) | undefined;
}

/** What `identify` takes; all other keys become custom fields (lowercase, underscore separated). */
export interface Person {
  /** Required for a visitor who is not known yet. */
  email?: string | undefined;
  new_email?: string | undefined;
  /** The caller's own identifier. */
  user_id?: string | undefined;
  tags?: string[] | undefined;
  remove_tags?: string[] | undefined;
  /** Default true. */
  prospect?: boolean | undefined;
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The words that the person agreed to. */
  eu_consent_message?: string | undefined;
  [customField: string]: unknown;
}

/** What `track` takes beside the action; all other keys become properties of the event. */
export interface Properties {
  /** Cents, 0 to 2,147,483,647. */
  value?: number | undefined;
  /** ISO 8601, or a date; default now. */
  occurred_at?: string | Date | undefined;
  [property: string]: unknown;
}

/** What `subscribe` takes. */
export interface Subscription {
  campaign_id: string;
  /** At least the address, and the custom fields that the campaign requires. */
  fields: { email: string; [customField: string]: unknown };
  /** Default: the campaign's setting. */
  double_optin?: boolean | undefined;
}

/** What `unsubscribe` takes. */
export interface Unsubscription {
  email: string;
  /** Left out, all campaigns. */
  campaign_id?: string | undefined;
}

/** What `showForm` and `hideForm` take. */
export interface FormChoice {
  id: string;
  /** Whether the teaser tab is shown once the form is closed. Default true. */
  showTab?: boolean | undefined;
}

/** What a command is pushed as: its name, its arguments, callbacks in the last object. */
export type Command =
  | ['identify', Person & Callbacks, Callbacks?]
  | ['track', string, (Properties & Callbacks)?, Callbacks?]
  | ['subscribe', Subscription & Callbacks, Callbacks?]
  | ['unsubscribe', Unsubscription & Callbacks, Callbacks?]
  | ['showForm' | 'hideForm', FormChoice & Callbacks, Callbacks?]
  | ['consent', boolean];

/** Where the script belongs. */
export interface Settings {
  account: string;
  /** URL of the script host, without a slash at its end. */
  host: string;
  /** Path that the visitor's cookie is kept for; default `/`. */
  cookiePath?: string | undefined;
  /** While it is there and not `true`, nothing is read, kept or sent; `['consent', true]` grants it. */
  consent?: boolean | 'pending' | undefined;
  /** Whether a browser that asks for privacy (Global Privacy Control) is to be asked for consent; default false. */
  gpc?: boolean | undefined;
  /** Of the page's policy, for the styles of forms; by default that of the script's own element. */
  nonce?: string | undefined;
}

/** The settings of a page, `window._dcs`. */
export type PageSettings = { [Name in keyof Settings]?: Settings[Name] | undefined };

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean | undefined;
  }
  interface Document {
    prerendering?: boolean | undefined;
  }
  interface Window {
    /** Commands; an array until the script has loaded. */
    _dcq?: { push(...commands: Command[]): unknown } | undefined;
    /** Settings. */
    _dcs?: PageSettings | undefined;
    /** There once the script has loaded. */
    _dc?: { account: string; [account: string]: unknown } | undefined;
  }
}
