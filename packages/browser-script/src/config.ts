/**
 * What the page script has to know of an account. It says nothing about people. The served page script carries it;
 * pinned versions and the npm entry ask for it.
 */
export interface Config {
  /** The account; left out where it is asked for. */
  account?: string | undefined;
  /** A regular expression of the addresses whose visits the account wants to hear of; none when left out. */
  visits?: string | undefined;
  /** Whether the account has forms. */
  forms?: boolean | undefined;
  /** Whether the script host keeps one visitor across the account's domains. */
  third_party?: boolean | undefined;
}

declare global {
  /** The server puts the configuration of an account into its place. */
  const TRICKLE_CONFIG: Config;
}
