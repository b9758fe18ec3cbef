/** What a request's URL says. */
export interface Address {
  /** As in `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** As it was sent, still encoded. */
  readonly path: string;
  readonly query: string;
}

const form = /^([^/]+\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/;

/**
 * The parts of a request's URL. A `Request` has it in normal form, so that nothing is left for `URL` to do. `asked` is the
 * origin that the client asked, where a proxy has told it.
 */
export function addressOf({ url }: Request, asked?: string): Address {
  const [, own = '', path = '', query = ''] = form.exec(url) ?? [];
  return { origin: asked ?? own, path, query };
}
