/** The holder of an API key. */
export interface KeyHolder {
  readonly key: string;
  /** The accounts that the user of the key owns, at least one. */
  readonly accountIds: readonly [string, ...string[]];
}
