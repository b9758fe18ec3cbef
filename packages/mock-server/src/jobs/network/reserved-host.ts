/** The reserved names of RFC 2606 and RFC 6761, except `localhost`. */
const RESERVED = /(?:^|\.)(?:test|example|invalid|example\.(?:com|net|org))$/i;

/**
 * The reason not to send a request to a URL, if any: its host name is reserved for tests and examples, and seed data
 * must not leave the machine.
 */
// Unspecified: U-88
export function reservedHost(url: string): string | undefined {
  const { hostname } = new URL(url);
  return RESERVED.test(hostname) ? `the host name ${hostname} is reserved for examples` : undefined;
}
