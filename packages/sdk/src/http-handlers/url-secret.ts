import { checkOption } from '../core/settings.ts';
import { equalDigests, sha256 } from './sha256.ts';

/**
 * Makes a check for secrets in URLs: as `secret` in the query, or as the last segment of the path. Since the service does
 * not sign requests, the secret alone authenticates them (U-22). Several secrets allow one to replace another.
 */
export function urlSecret(option: unknown): (url: string) => Promise<boolean> {
  const secrets: readonly unknown[] = Array.isArray(option) && option.length > 0 ? option : [option];
  const texts = secrets.map(checked);
  // Computed at the first request, since workers restrict work before it.
  let digests: Promise<Uint8Array[]> | undefined;
  return async (url) => {
    digests ??= Promise.all(texts.map(sha256));
    const { pathname, searchParams } = new URL(url);
    const query = await sha256(searchParams.get('secret') ?? '');
    const path = await sha256(pathname.replace(/\/$/, '').split('/').at(-1) ?? '');
    let isFound = false;
    // Compares all, so that the time does not depend on the result.
    for (const digest of await digests) {
      isFound = equalDigests(digest, query) || isFound;
      isFound = equalDigests(digest, path) || isFound;
    }
    return isFound;
  };
}

/** Validates a secret: it needs no escaping in any part of a URL. Error messages must never contain it. */
function checked(secret: unknown): string {
  const what =
    'a string of at least 16 letters, digits, `-`, `_`, `.` or `~`, such as a `crypto.randomUUID()`';
  checkOption('secret', typeof secret === 'string' && /^[\w.~-]{16,}$/.test(secret), what);
  return secret;
}
