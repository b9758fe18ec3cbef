/**
 * An account's configuration of the page script. It holds no subscriber data. The served page script contains it;
 * pinned versions and the npm entry request it.
 */
export interface Config {
  /** The account; left out when requested. */
  account?: string | undefined;
  /** A regular expression of the URLs whose visits are sent; none when left out. */
  visits?: string | undefined;
  /** Whether the account has forms. */
  forms?: boolean | undefined;
  /** Whether the script host keeps one visitor across the account's domains. */
  third_party?: boolean | undefined;
}

declare global {
  /** Replaced by the account's configuration when the script is served. */
  const TRICKLE_CONFIG: Config;
}
