import { isIPv6 } from 'node:net';

/** Normalizes an IP address: IPv4-mapped IPv6 to IPv4, IPv6 without zone. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/**
 * The rate limit key of an IP address: the address itself, or the 64-bit network for IPv6, since a client usually
 * controls the whole network.
 */
export function networkOf(address: string): string {
  const bare = plainAddress(address);
  if (!isIPv6(bare)) return bare;
  const [before = '', after = ''] = bare.split('::');
  const parts = (text: string) => text.split(':').filter((part) => part !== '');
  // A trailing IPv4 address counts as two groups.
  const groups = parts(before).length + parts(after).length + (bare.includes('.') ? 1 : 0);
  const all = [...parts(before), ...Array<string>(8 - groups).fill('0'), ...parts(after)];
  return `${all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
