/**
 * An account's configuration of the page script. It holds no subscriber data. The served page script contains it;
 * pinned versions and the npm entry request it.
 */
export interface Config {
  /** The account; absent when the script requests the configuration. */
  account?: string | undefined;
  /** A regular expression. Visits of URLs that match it are sent; default: none. */
  visits?: string | undefined;
  /** Whether the account has forms. */
  forms?: boolean | undefined;
  /** Whether the script host recognizes a visitor across the account's domains. */
  third_party?: boolean | undefined;
}

declare global {
  /** The script host replaces this name with the account's configuration. */
  const TRICKLE_CONFIG: Config;
}
