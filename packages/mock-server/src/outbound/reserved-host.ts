/** The names that stand for nothing: those of RFC 2606 and RFC 6761, but for `localhost`. */
const RESERVED = /(?:^|\.)(?:test|example|invalid|example\.(?:com|net|org))$/i;

/**
 * Why a host is not asked: names that are reserved for tests and examples belong to nobody, and what a seed says of
 * them must not leave the machine. Undefined for all other hosts.
 */
// Unspecified: U-88
export function reservedHost(url: string): string | undefined {
  const { hostname } = new URL(url);
  return RESERVED.test(hostname)
    ? `there is no host ${hostname}: its name is reserved for examples`
    : undefined;
}
