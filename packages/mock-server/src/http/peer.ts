/** The remote end of a connection. */
export interface Peer {
  /** The client's IP address; undefined if the connection is closed. */
  readonly address: string | undefined;
  /** The origin that the client requested, as in `https://api.example`, if a trusted proxy reports it. */
  readonly origin?: string | undefined;
  /** Destroys the connection. */
  drop(): void;
}
