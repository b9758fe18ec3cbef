import { InputError } from '../core/errors.ts';
import { equalDigests, sha256 } from './sha256.ts';

/** Tells whether an address holds one of the secrets. */
export type UrlSecret = (url: string) => Promise<boolean>;

/**
 * The service signs nothing, so a secret in the URL is all that tells it from strangers (U-22). It stands in the
 * query as `secret`, or is the last segment of the path. Several are accepted at once while one replaces another.
 */
export function urlSecret(given: unknown): UrlSecret {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length === 0) throw new InputError('`secret`: give at least one.');
  const texts = secrets.map(checked);
  // At the first request, since workers allow little before it.
  let digests: Promise<Uint8Array[]> | undefined;
  return async (url) => {
    digests ??= Promise.all(texts.map(sha256));
    const { pathname, searchParams } = new URL(url);
    const query = await sha256(searchParams.get('secret') ?? '');
    const path = await sha256(pathname.replace(/\/$/, '').split('/').at(-1) ?? '');
    let isFound = false;
    // All are compared, so that the time does not tell which one was near.
    for (const digest of await digests) {
      isFound = equalDigests(digest, query) || isFound;
      isFound = equalDigests(digest, path) || isFound;
    }
    return isFound;
  };
}

/** Characters that stand for themselves in every part of a URL. No message repeats the value. */
function checked(secret: unknown): string {
  if (typeof secret === 'string' && /^[\w.~-]{16,}$/.test(secret)) return secret;
  throw new InputError(
    '`secret` must be a text of at least 16 letters, digits, `-`, `_`, `.` or `~`, as `crypto.randomUUID()` makes one.',
  );
}
