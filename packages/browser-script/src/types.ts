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

/** What a command is pushed as: its name, its arguments, callbacks in the last object. */
export type Command =
  | ['identify', Person & Callbacks, Callbacks?]
  | ['track', string, (Properties & Callbacks)?, Callbacks?];

/** Where the script belongs. */
export interface Settings {
  account: string;
  /** URL of the script host, without a slash at its end. */
  host: string;
  /** Path that the visitor's cookie is kept for; default `/`. */
  cookiePath?: string | undefined;
}

/** The settings of a page, `window._dcs`. */
export type PageSettings = Partial<Settings>;

declare global {
  interface Window {
    /** Commands; an array until the script has loaded. */
    _dcq?: { push(...commands: Command[]): unknown } | undefined;
    /** Settings. */
    _dcs?: PageSettings | undefined;
    /** There once the script has loaded. */
    _dc?: { account: string } | undefined;
  }
}
