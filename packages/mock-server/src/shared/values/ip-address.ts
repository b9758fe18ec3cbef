import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether a host name always refers to this machine. */
export const isLoopbackName = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

export const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/i.test(address);

/** Normalizes an IP address: IPv4-mapped IPv6 to IPv4, IPv6 without zone. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** The rate limit key of an address: itself, or the 64-bit network of IPv6, since a client usually controls all of it. */
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

/** Global unicast addresses. `special` holds the exceptions of the IANA registries. */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');

const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16], // embeds an arbitrary IPv4 address
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is public: not private, loopback, link-local, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalIPv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
