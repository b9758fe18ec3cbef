/** The parts used of a request of Node's `http` and `https`, of Express and of Connect. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before a router removed its part. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as a body parser left it. */
  readonly body?: unknown;
  /** The text or bytes of the body, where a body parser keeps them. */
  readonly rawBody?: unknown;
  /** Whether someone has read from the body. */
  readonly readableDidRead?: boolean | undefined;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}
