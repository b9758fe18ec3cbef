import { InputError } from './errors.ts';

/** Normalizes a base URL: no trailing slash, path prefix kept. `name` is the option to name in errors. */
export function normalBaseUrl(value: unknown, name = 'baseUrl'): string {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== 'string' || !URL.canParse(text)) {
    const hint = value === undefined && name === 'baseUrl' ? ' Set the option or TRICKLE_BASE_URL.' : '';
    throw new InputError(`\`${name}\` must be an absolute URL, like https://api.example.com.${hint}`);
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new InputError(
      `\`${name}\` must start with https:// (or http:// for tests), not ${url.protocol}//.`,
    );
  }
  // The value may contain a secret, so the message does not repeat it.
  if (url.username || url.password || url.search || url.hash) {
    throw new InputError(`\`${name}\` must not contain a user name, password, query or fragment.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v[23]$/.test(path))
    throw new InputError(`\`${name}\` must not end with ${path.slice(-3)}; the SDK adds it.`);
  return url.origin + path;
}
