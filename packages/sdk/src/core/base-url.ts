import { InputError } from './errors.ts';

/** The base of all addresses, without a slash at its end; a path prefix is kept. `name` is the option's. */
export function normalBaseUrl(value: unknown, name = 'baseUrl'): string {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== 'string' || !URL.canParse(text)) {
    const hint = value === undefined && name === 'baseUrl' ? ' It may also stand in TRICKLE_BASE_URL.' : '';
    throw new InputError(`\`${name}\` must be an absolute URL, like https://api.example.com.${hint}`);
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new InputError(
      `\`${name}\` must begin with https:// (or http:// for tests), not ${url.protocol}//.`,
    );
  }
  // The text may hold a secret here, so the message does not repeat it.
  if (url.username || url.password || url.search || url.hash) {
    throw new InputError(`\`${name}\` must be an address alone: no user, password, query or fragment.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v[23]$/.test(path))
    throw new InputError(`\`${name}\` must end before ${path.slice(-3)}, which the SDK adds.`);
  return url.origin + path;
}
