import { lookup as lookupByDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Whether a request may not go to an IP address. */
export type IsDenied = (address: string) => boolean;

/** Thrown for a request to an address that is denied; nothing was sent. */
export class DeniedTarget extends Error {
  override readonly name = 'DeniedTarget';

  constructor(host: string) {
    super(`${host} is at a private address, and private targets are denied`);
  }
}

/**
 * Resolves names for a connection, to addresses that are not denied. The connection is made to the very addresses that
 * were checked here, so a name that resolves to another address a moment later changes nothing.
 */
// Unspecified: U-164
export const lookupOf =
  (isDenied: IsDenied, resolve: typeof lookupByDns = lookupByDns): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => !isDenied(address));
      const [first] = addresses;
      if (!first) return callback(new DeniedTarget(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

/** Throws a `DeniedTarget` for a URL whose host is a denied address itself, which nobody looks up. */
export function refuseDenied({ hostname }: URL, isDenied: IsDenied): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isDenied(host)) throw new DeniedTarget(host);
}
