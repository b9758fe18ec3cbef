import { lookup as lookupByDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Returns whether requests to an IP address are denied. */
export type IsDenied = (address: string) => boolean;

/** Thrown for a request to a denied address. Nothing was sent. */
export class DeniedTarget extends Error {
  override readonly name = 'DeniedTarget';

  constructor(host: string) {
    super(`${host} has a private address, and private targets are denied`);
  }
}

/**
 * Resolves names to addresses that are not denied. The connection uses exactly the checked addresses, so a DNS change
 * after the check has no effect.
 */
// Unspecified: U-164
export const lookupOf =
  (isDenied: IsDenied, resolve: typeof lookupByDns = lookupByDns): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, resolved) => {
      if (error) return callback(error, []);
      const addresses = resolved.filter(({ address }) => !isDenied(address));
      const [first] = addresses;
      if (!first) return callback(new DeniedTarget(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Throws a `DeniedTarget` for a URL whose host is a denied IP address, which needs no lookup. */
export function assertAllowed({ hostname }: URL, isDenied: IsDenied): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isDenied(host)) throw new DeniedTarget(host);
}
