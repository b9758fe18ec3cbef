import { decoded } from '../../shared/values/encoded-url.ts';
import { secretWords } from '../../shared/values/secret-names.ts';
import { pairsOf } from '../request-log/redacted-headers.ts';

/** Stands for a secret. */
export const REDACTED = '[redacted]';

/** Shorter texts are not secrets, and removing them would make the log unreadable. */
const MIN_LENGTH = 4;

const URL_CREDENTIALS = /:\/\/[^\s/@]+@/g;

const AUTHORIZATION = /\b(basic|bearer) +[\w+/=.~:-]+/gi;

/** The name of a secret, as in `"token": "abc"`, `api_key=abc` or `Cookie: a=b`. */
const NAME = secretWords();

/** The text after the name of a secret: a sign and the secret. */
const NAMED = /(["']?\s*[:=]\s*)(?:"[^"]*"?|'[^']*'?|[^\s,;&"'}]+)/y;

/** Removes the given secrets, and everything that looks like a secret, from a string. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let result = text;
  for (const secret of distinct(secrets)) result = result.replaceAll(secret, REDACTED);
  result = result
    .replaceAll(URL_CREDENTIALS, `://${REDACTED}@`)
    .replaceAll(AUTHORIZATION, (_, scheme: string) => `${scheme} ${REDACTED}`);
  return redactNamed(result);
}

/** Removes the secrets that follow their names. Two small patterns are proven linear far faster than one large one. */
function redactNamed(text: string): string {
  let result = '';
  let end = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    NAMED.lastIndex = NAME.lastIndex;
    const sign = NAMED.exec(text)?.[1];
    if (sign === undefined) {
      NAME.lastIndex = name.index + 1; // the next name may begin within this one
    } else {
      result += text.slice(end, NAME.lastIndex) + sign + REDACTED;
      end = NAMED.lastIndex;
      NAME.lastIndex = end;
    }
  }
  return result + text.slice(end);
}

/** The secrets as they are and as they are written in URLs, the longest first, since one may contain another. */
const distinct = (secrets: readonly string[]): string[] =>
  [...new Set(secrets.flatMap((secret) => [secret, encoded(secret)]))]
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((left, right) => right.length - left.length);

/** `encodeURIComponent` without its exception for half a surrogate pair. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Redacts a path, including secrets that it contains in another encoding. */
export function redactPath(path: string, secrets: readonly string[]): string {
  // A link in an email lets anyone who has it act for the subscriber.
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

/** Parameters for paging and filters, whose values are not secrets. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['account_id', 'after', 'cursor', 'direction', 'hours', 'limit', 'order', 'page', 'per_page', 'sort'],
  'status',
]);

/** Shows the parameters of a query by name, with the values of those that cannot be secret. */
export const redactQuery = (query: string, secrets: readonly string[]): string =>
  Array.from(new URLSearchParams(query), ([name, value]) =>
    SHOWN.has(name) ? `${name}=${redact(value, secrets)}` : `${redact(name, secrets)}=${REDACTED}`,
  ).join('&');

/** A request's token, with and without encoding, and cookies. The user name of Basic is a token, unless any user name does. */
export function credentialsIn(headers: Headers | readonly string[], isAnyUser: boolean): string[] {
  const texts: string[] = [];
  for (const [name, value] of pairsOf(headers)) {
    const lower = name.toLowerCase();
    if (lower === 'authorization' || lower === 'proxy-authorization')
      texts.push(...partsOf(value, isAnyUser));
    else if (lower === 'cookie') texts.push(...cookiesIn(value));
    else if (lower === 'x-api-key') texts.push(value);
  }
  return texts;
}

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
