import { InputError } from './errors.ts';

/** An OAuth access token. */
interface TokenCredentials {
  /** An OAuth access token. Default: `TRICKLE_ACCESS_TOKEN`. */
  readonly accessToken: string;
  readonly apiKey?: undefined;
}

/** A user's API key. */
interface KeyCredentials {
  /** A user's API key. Default: `TRICKLE_API_KEY`. */
  readonly apiKey: string;
  readonly accessToken?: undefined;
}

/** A user's API key or an OAuth access token. Exactly one is required. */
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
        ? 'neither was given. Set the option or TRICKLE_API_KEY or TRICKLE_ACCESS_TOKEN.'
        : 'both were given.';
    throw new InputError(`Give exactly one of \`apiKey\` and \`accessToken\`: ${given}`);
  }
  if (accessToken !== undefined) return `Bearer ${secret('accessToken', accessToken, /[^\x21-\x7e]/)}`;
  // A user name of Basic authentication ends at the first colon.
  return `Basic ${base64(`${secret('apiKey', apiKey, /[\s\p{Cc}\p{Cs}:]/u)}:`)}`;
}

/** Checks a secret. Error messages must never contain its value. */
function secret(name: string, value: unknown, forbidden: RegExp): string {
  if (typeof value !== 'string' || value === '')
    throw new InputError(`\`${name}\` must be a string that is not empty.`);
  if (forbidden.test(value)) {
    throw new InputError(
      `\`${name}\` contains a character that is not valid in an ${name === 'apiKey' ? 'API key' : 'access token'}, such as white space. Check that it was copied correctly.`,
    );
  }
  return value;
}

/** Encodes a text as UTF-8 in Base64, in any runtime. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
