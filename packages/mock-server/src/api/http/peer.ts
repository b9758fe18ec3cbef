/** The remote end of a connection. */
export interface Peer {
  /** The client's IP address; undefined if the connection is closed. */
  readonly address: string | undefined;
  /** The origin that the client requested, as in `https://api.example`, if a trusted proxy reports it. */
  readonly origin?: string | undefined;
  /** The target of the request line, as sent: a path with its query, or a URL. */
  readonly target?: string | undefined;
  /** Names and values of the request's headers in turn, which unlike its `Headers` do not keep the connection in memory. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** Destroys the connection after this many bytes of the response's body. Default 0. */
  drop(bytes?: number): void;
}
