import { BlockList, isIP } from 'node:net';
import type { Peer } from './peer.ts';

/** Networks by the names that lists of proxies may have in their place. */
const networks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * A peer as the client behind it sees the server, where the peer is one of these proxies; throws a `TypeError` for a name
 * that is no address. A proxy adds to the end of `X-Forwarded-For`, so the client is the last that no proxy is.
 */
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
    address !== undefined && isIP(address) !== 0 && proxies.check(plain(address), familyOf(plain(address)));
  return ({ url, headers }, peer) => {
    if (!isProxy(peer.address)) return peer;
    const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((address) => bare(address));
    const client = forwarded.findLast((one) => !isProxy(one)) ?? '';
    const address = isIP(client) === 0 ? peer.address : client;
    return { address, origin: originOf(headers, url), drop: () => peer.drop() };
  };
}

function add(proxies: BlockList, network: string): void {
  const [address = '', bits, ...more] = network.split('/');
  const family = familyOf(address);
  const most = family === 'ipv6' ? 128 : 32;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (isIP(address) === 0 || !isPrefix || more.length > 0) {
    throw new TypeError(
      `'${network}' is no address and no network; give 10.0.0.5, 10.0.0.0/8, loopback or private`,
    );
  }
  if (bits === undefined) proxies.addAddress(address, family);
  else proxies.addSubnet(address, Number(bits), family);
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address as itself, where a socket of IPv6 shows it. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** An address without brackets and port. */
const bare = (text: string) =>
  text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');

/** Where the client sent the request, of what the proxy tells; undefined where that is no origin. */
function originOf(headers: Headers, url: string): string | undefined {
  const last = (name: string) => headers.get(name)?.split(',').at(-1)?.trim() || undefined;
  const own = new URL(url);
  const protocol = last('x-forwarded-proto') ?? own.protocol.slice(0, -1);
  const host = last('x-forwarded-host') ?? own.host;
  if (!/^https?$/i.test(protocol) || !/^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(host))
    return undefined;
  return URL.parse(`${protocol}://${host}`)?.origin;
}
