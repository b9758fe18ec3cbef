import type { Peer } from './peer.ts';

/** The parts of a request URL. */
export interface Address {
  /** For example `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** As sent, still encoded. */
  readonly path: string;
  readonly query: string;
}

const form = /^([^/]+\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/;

/** Splits a request's URL. A `Request` normalizes its URL, so `URL` does not have to parse it again. */
export function addressOf({ url }: Request, peer?: Pick<Peer, 'origin' | 'target'>): Address {
  const [, host = '', path = '', query = ''] = form.exec(url) ?? [];
  return { origin: peer?.origin ?? host, path: dottedPath(peer?.target) ?? path, query };
}

/**
 * The URL of the server's root, relative to a request's path. A link that begins with it works below any path that a proxy
 * serves.
 */
export const relativeRoot = ({ path }: Address): string => '../'.repeat(path.split('/').length - 2) || './';

const targetPath = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * The path of a request line that has dot segments. A URL resolves them as steps, but below a collection they are
 * names: a tag may be named `..`, and removing it must not delete the subscriber.
 */
// Unspecified: U-288
function dottedPath(target: string | undefined): string | undefined {
  const path = target === undefined ? undefined : targetPath.exec(target)?.[1];
  return path !== undefined && DOT_SEGMENT.test(path) ? path : undefined;
}
