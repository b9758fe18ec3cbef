import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../../shared/values/ip-address.ts';

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

/** The URL of the server's root, relative to a request's path. A link that begins with it works below any path that a proxy serves. */
export const relativeRoot = ({ path }: Address): string => '../'.repeat(path.split('/').length - 2) || './';

const targetPath = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** The path of a request line with dot segments. A URL resolves them, but a tag may be named `..`, and its removal must delete no subscriber. */
// Unspecified: U-288
function dottedPath(target: string | undefined): string | undefined {
  const path = target === undefined ? undefined : targetPath.exec(target)?.[1];
  return path !== undefined && DOT_SEGMENT.test(path) ? path : undefined;
}

/** The paths for the operators of this server, answered without accounts, faults and the request log. */
// Unspecified: U-229
export const OPERATIONS_PATHS = { health: '/healthz', readiness: '/readyz', metrics: '/metrics' } as const;

const paths: ReadonlySet<string> = new Set(Object.values(OPERATIONS_PATHS));

const isOperationsPath = (path: string): boolean => paths.has(path);

/** Whether a path is private to this server: the service does not have it, and other sites may not access it. */
export const isPrivate = (path: string): boolean => path.startsWith('/_');

/** Paths that are excluded from the request log: only this server has them. */
export const isOwn = (path: string) =>
  isPrivate(path) || isOperationsPath(path) || path === '/docs' || path === '/openapi.json';

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

const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Replaces a trusted proxy by the client behind it: the last address of `X-Forwarded-For` that is not a trusted proxy. Throws a `TypeError` for an invalid name. */
// Unspecified: U-146
export function trustedProxies(names: readonly string[]): (request: Request, peer: Peer) => Peer {
  if (names.length === 0) return (_, peer) => peer;
  const proxies = new BlockList();
  for (const network of names.flatMap(
    (name) => (Object.hasOwn(networks, name) ? networks[name] : name) ?? [],
  )) {
    add(proxies, network);
  }
  const isProxy = (address: string | undefined) =>
    address !== undefined &&
    isIP(address) !== 0 &&
    proxies.check(plainAddress(address), familyOf(plainAddress(address)));
  return ({ url, headers }, peer) => {
    if (!isProxy(peer.address)) return peer;
    const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((address) => bare(address));
    const place = forwarded.findLastIndex((address) => !isProxy(address));
    const client = forwarded[place] ?? '';
    const address = isIP(client) === 0 ? peer.address : client;
    const origin = originOf(headers, url, forwarded.length - Math.max(place, 0));
    return { ...peer, address, origin };
  };
}

function add(proxies: BlockList, network: string): void {
  const [address = '', bits, ...more] = network.split('/');
  const family = familyOf(address);
  const maxBits = family === 'ipv6' ? 128 : 32;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  if (isIP(address) === 0 || !isPrefix || more.length > 0) {
    throw new TypeError(
      `'${network}' is not an address or network; use 10.0.0.5, 10.0.0.0/8, loopback or private`,
    );
  }
  if (bits === undefined) proxies.addAddress(address, family);
  else proxies.addSubnet(address, Number(bits), family);
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Strips brackets and port from an address. */
const bare = (text: string) =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');

/** The origin that the client requested, by `hops` trusted proxies, each of which may append or pass on; undefined if invalid. */
function originOf(headers: Headers, url: string, hops: number): string | undefined {
  const first = (name: string) => {
    const values = headers.get(name)?.split(',') ?? [];
    return (values.at(-hops) ?? values[0])?.trim() || undefined;
  };
  const address = new URL(url);
  const protocol = first('x-forwarded-proto') ?? address.protocol.slice(0, -1);
  const host = first('x-forwarded-host') ?? address.host;
  if (!/^https?$/i.test(protocol) || !/^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(host))
    return undefined;
  return URL.parse(`${protocol}://${host}`)?.origin;
}
