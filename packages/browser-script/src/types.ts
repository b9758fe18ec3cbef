/** The argument of `success` and `failure`, and the result of the promises of the npm entry. */
export interface CallbackResponse {
  success: boolean;
  /** 32 hexadecimal digits; empty on a server (server-side rendering). */
  visitor_uuid: string;
  /** False if the visitor is linked to a subscriber. */
  anonymous: boolean;
  /** The reason, on failure only. */
  error?: string;
}

/** The callbacks of a command. Exactly one of them is called, once. */
export interface Callbacks {
  success?: ((response: CallbackResponse) => unknown) | undefined;
  failure?: ((response: CallbackResponse) => unknown) | undefined;
}

/** The arguments of `identify`. All other keys become custom fields (lowercase, underscore separated). */
export interface SubscriberAttributes {
  /** Required for an unidentified visitor. */
  email?: string | undefined;
  new_email?: string | undefined;
  /** Your own identifier of the subscriber. */
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
  /** ISO 8601, or a `Date`; default: now. */
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
  /** Whether the closed form shows its tab. Default true. */
  showTab?: boolean | undefined;
}

/** A command as a page pushes it: name, arguments, and callbacks in the last object. */
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
  /** URL of the script host, without a trailing slash. */
  host: string;
  /** Path of the visitor's cookie; default `/`. */
  cookiePath?: string | undefined;
  /** Unless it is `true` or left out, nothing is read, stored or sent until `['consent', true]`. */
  consent?: boolean | 'pending' | undefined;
  /** Whether Global Privacy Control counts as missing consent; default false. */
  gpc?: boolean | undefined;
  /** Nonce of the page's policy, for the styles of forms; default: the nonce of the script's element. */
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
    /** Set once the script has loaded. */
    _dc?: { account: string; [account: string]: unknown } | undefined;
  }
}
