/** Stands for a secret. */
export const REDACTED = '[redacted]';

/** Shorter texts are not secrets, and removing them would make the log unreadable. */
const MIN_LENGTH = 4;

/** The user name and password in a URL. */
const URL_CREDENTIALS = /:\/\/[^\s/@]+@/g;

/** The value of an `Authorization` header. */
const AUTHORIZATION = /\b(basic|bearer) +[\w+/=.~:-]+/gi;

/** A secret with its name, as in `"token": "abc"`, `api_key=abc` or `Cookie: a=b`. */
const NAMED_SECRET =
  /(token|secret|password|api[_-]?key|authorization|cookie)(["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s,;&"'}]+)/gi;

/** Removes the given secrets, and everything that looks like a secret, from a text. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let result = text;
  for (const secret of distinct(secrets)) result = result.replaceAll(secret, REDACTED);
  return result
    .replaceAll(URL_CREDENTIALS, `://${REDACTED}@`)
    .replaceAll(AUTHORIZATION, (_, scheme: string) => `${scheme} ${REDACTED}`)
    .replaceAll(NAMED_SECRET, (_, name: string, sign: string) => `${name}${sign}${REDACTED}`);
}

/** The secrets as they are and as URLs write them, the longest first, since one may contain another. */
const distinct = (secrets: readonly string[]): string[] =>
  [...new Set(secrets.flatMap((secret) => [secret, encoded(secret)]))]
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((one, other) => other.length - one.length);

/** `encodeURIComponent` without its exception for half a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Redacts a path, including secrets that it contains in another encoding. */
export function redactPath(path: string, secrets: readonly string[]): string {
  // A link in an email lets its bearer act for the subscriber.
  if (path.startsWith('/e/')) return `/e/${REDACTED}`;
  const isSecret = (part: string) =>
    secrets.some((secret) => secret.length >= MIN_LENGTH && decoded(part).includes(secret));
  return redact(
    path
      .split('/')
      .map((part) => (isSecret(part) ? REDACTED : part))
      .join('/'),
    secrets,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // as sent
  }
}

/** Parameters for paging and filters, whose values are no secrets. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['account_id', 'after', 'cursor', 'direction', 'hours', 'limit', 'order', 'page', 'per_page', 'sort'],
  'status',
]);

/** Shows the parameters of a query by name, with the values of those that cannot be secret. */
export const redactQuery = (query: string, secrets: readonly string[]): string =>
  Array.from(new URLSearchParams(query), ([name, value]) =>
    SHOWN.has(name) ? `${name}=${redact(value, secrets)}` : `${redact(name, secrets)}=${REDACTED}`,
  ).join('&');

/**
 * The credentials that a request sends: its token with and without encoding, its cookies. The user name of Basic
 * credentials is a token, except where any user name does.
 */
export function credentialsIn(headers: Headers | readonly string[], isAnyUser: boolean): string[] {
  const found: string[] = [];
  for (const [name, value] of headers instanceof Headers ? headers : pairsOf(headers)) {
    const lower = name.toLowerCase();
    if (lower === 'authorization' || lower === 'proxy-authorization')
      found.push(...partsOf(value, isAnyUser));
    else if (lower === 'cookie') found.push(...cookiesIn(value));
    else if (lower === 'x-api-key') found.push(value);
  }
  return found;
}

const pairsOf = (headers: readonly string[]): [string, string][] =>
  headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []));

/** The credentials in an `Authorization` header: with Basic the user name and the password. */
function partsOf(header: string, isAnyUser: boolean): string[] {
  const [scheme = '', ...words] = header.trim().split(' ');
  const value = words.join(' ').trim();
  if (scheme.toLowerCase() !== 'basic') return [header, value];
  const pair = Buffer.from(value, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const user = colon < 0 ? pair : pair.slice(0, colon);
  const password = colon < 0 ? '' : pair.slice(colon + 1);
  return [header, value, password, ...(isAnyUser ? [] : [pair, user])];
}

const cookiesIn = (header: string): string[] =>
  header.split(';').flatMap((pair) => [pair.trim(), pair.slice(pair.indexOf('=') + 1).trim()]);
