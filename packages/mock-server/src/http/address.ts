/** The parts of a request URL. */
export interface Address {
  /** For example `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** As sent, still encoded. */
  readonly path: string;
  readonly query: string;
}

const form = /^([^/]+\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/;

/**
 * Splits a request's URL. A `Request` normalizes its URL, so `URL` need not parse it again. `publicOrigin` is the
 * origin that a trusted proxy reports.
 */
export function addressOf({ url }: Request, publicOrigin?: string): Address {
  const [, own = '', path = '', query = ''] = form.exec(url) ?? [];
  return { origin: publicOrigin ?? own, path, query };
}
