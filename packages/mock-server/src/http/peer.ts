/** The other end of a connection. */
export interface Peer {
  /** Where the request came from; undefined where the connection is gone. */
  readonly address: string | undefined;
  /** Where the request was sent, as in `https://api.example`, where a trusted proxy says so. */
  readonly origin?: string | undefined;
  /** Breaks the connection, whatever was sent. */
  drop(): void;
}
