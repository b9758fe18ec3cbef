import { isIP } from 'node:net';

/** Whether a host name always refers to this machine. */
export const isLoopbackName = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

export const isLoopbackAddress = (address: string) =>
  isIP(address) !== 0 && /^(?:127\.|::1$|::ffff:127\.)/i.test(address);
