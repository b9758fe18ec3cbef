import { isIPv6 } from 'node:net';

/** An address as it is kept: of IPv4, and of IPv6 without the name of a local network. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/**
 * What an address is counted as: itself, or of IPv6 the 64 bits of its network, since whoever has one such address
 * has all of them.
 */
export function networkOf(address: string): string {
  const bare = plainAddress(address);
  if (!isIPv6(bare)) return bare;
  const [before = '', after = ''] = bare.split('::');
  const parts = (text: string) => text.split(':').filter((part) => part !== '');
  // An address of IPv4 at the end stands for two parts.
  const given = parts(before).length + parts(after).length + (bare.includes('.') ? 1 : 0);
  const all = [...parts(before), ...Array<string>(8 - given).fill('0'), ...parts(after)];
  return `${all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}
