/** The used part of a request of Node's `http` and `https`, Express and Connect. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the URL before a router removed its prefix. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed body. */
  readonly body?: unknown;
  /** The raw body, if the body parser keeps it. */
  readonly rawBody?: unknown;
  /** Whether the body has been read, at least partly. */
  readonly readableDidRead?: boolean | undefined;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}
