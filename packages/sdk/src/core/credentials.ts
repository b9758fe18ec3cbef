import { InputError } from './errors.ts';

/** A token of OAuth. */
interface TokenCredentials {
  /** The access token that OAuth gave. Default: `TRICKLE_ACCESS_TOKEN`. */
  readonly accessToken: string;
  readonly apiKey?: undefined;
}

/** The API key of a user. */
interface KeyCredentials {
  /** The API key of a user. Default: `TRICKLE_API_KEY`. */
  readonly apiKey: string;
  readonly accessToken?: undefined;
}

/** The proof of who calls: a user's API key, or a token that OAuth gave. Exactly one of them. */
export type Credentials = TokenCredentials | KeyCredentials;

/** The `Authorization` header of the credentials ("Authentication"). */
export function authorizationOf({
  apiKey,
  accessToken,
}: {
  apiKey?: unknown;
  accessToken?: unknown;
}): string {
  if ((apiKey === undefined) === (accessToken === undefined)) {
    const given =
      apiKey === undefined
        ? 'neither was given. Usual is `apiKey`, which may also stand in TRICKLE_API_KEY.'
        : 'both were given.';
    throw new InputError(`Give exactly one of \`apiKey\` and \`accessToken\`: ${given}`);
  }
  if (accessToken !== undefined) return `Bearer ${secret('accessToken', accessToken, /[^\x21-\x7e]/)}`;
  // A user name of Basic authentication ends at its first colon.
  return `Basic ${base64(`${secret('apiKey', apiKey, /[\s\p{Cc}\p{Cs}:]/u)}:`)}`;
}

/** The messages must never show the value. */
function secret(name: string, value: unknown, forbidden: RegExp): string {
  if (typeof value !== 'string' || value === '')
    throw new InputError(`\`${name}\` must be a text that is not empty.`);
  if (forbidden.test(value)) {
    throw new InputError(
      `\`${name}\` holds a character that no ${name === 'apiKey' ? 'API key' : 'access token'} has, such as white space. Was it copied whole and alone?`,
    );
  }
  return value;
}

/** Base64 of the text's UTF-8, in every runtime. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
