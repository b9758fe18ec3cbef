/** The argument of `success` and `failure`, and the result of the promises of the npm entry. */
export interface CallbackResponse {
  success: boolean;
  /** 32 hexadecimal digits, or empty when there is no page (server-side rendering). */
  visitor_uuid: string;
  /** False when the visitor is tied to a subscriber. */
  anonymous: boolean;
  /** There on failure. */
  error?: string;
}

/** The callbacks of a command: exactly one is called, once. */
export interface Callbacks {
  success?: ((response: CallbackResponse) => unknown) | undefined;
  failure?: ((response: CallbackResponse) => unknown) | undefined;
}

/** The arguments of `identify`. All other keys become custom fields (lowercase, underscore separated). */
export interface SubscriberAttributes {
  /** Required for an unidentified visitor. */
  email?: string | undefined;
  new_email?: string | undefined;
  /** The caller's own identifier. */
  user_id?: string | undefined;
  tags?: string[] | undefined;
  remove_tags?: string[] | undefined;
  /** Default true. */
  prospect?: boolean | undefined;
  eu_consent?: 'granted' | 'denied' | undefined;
  /** The text that the subscriber agreed to. */
  eu_consent_message?: string | undefined;
  [customField: string]: unknown;
}

/** The properties of an event. All other keys become custom properties. */
export interface Properties {
  /** Cents, 0 to 2,147,483,647. */
  value?: number | undefined;
  /** ISO 8601, or a date; default now. */
  occurred_at?: string | Date | undefined;
  [property: string]: unknown;
}

/** The arguments of `subscribe`. */
export interface Subscription {
  campaign_id: string;
  /** The email address, and the custom fields that the campaign requires. */
  fields: { email: string; [customField: string]: unknown };
  /** Default: the campaign's setting. */
  double_optin?: boolean | undefined;
}

/** The arguments of `unsubscribe`. */
export interface Unsubscription {
  email: string;
  /** Default: all campaigns. */
  campaign_id?: string | undefined;
}

/** The arguments of `showForm` and `hideForm`. */
export interface FormChoice {
  id: string;
  /** Whether the teaser tab is shown once the form is closed. Default true. */
  showTab?: boolean | undefined;
}

/** A command as it is pushed: its name, its arguments, and callbacks in the last object. */
export type Command =
  | ['identify', SubscriberAttributes & Callbacks, Callbacks?]
  | ['track', string, (Properties & Callbacks)?, Callbacks?]
  | ['subscribe', Subscription & Callbacks, Callbacks?]
  | ['unsubscribe', Unsubscription & Callbacks, Callbacks?]
  | ['showForm' | 'hideForm', FormChoice & Callbacks, Callbacks?]
  | ['consent', boolean];

/** The settings of a script. */
export interface Settings {
  account: string;
  /** URL of the script host, without a slash at its end. */
  host: string;
  /** Path of the visitor's cookie; default `/`. */
  cookiePath?: string | undefined;
  /** Unless it is `true` or left out, nothing is read, stored or sent until `['consent', true]`. */
  consent?: boolean | 'pending' | undefined;
  /** Whether Global Privacy Control counts as missing consent; default false. */
  gpc?: boolean | undefined;
  /** Nonce of the page's policy, for the styles of forms; default: that of the script's element. */
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
