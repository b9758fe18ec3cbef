/** What a command may have to know and tell of the request that brought it. */
export interface MessageContext {
  /** The page. */
  readonly url: string | undefined;
  /** The visitor's network address; undefined where the request came in-process. */
  readonly address: string | undefined;
  /** When the command was given, in milliseconds since 1970. */
  readonly at: number;
  /** Told what was let pass and may be a mistake: for the account, not for the page. */
  warn(what: string): void;
}
