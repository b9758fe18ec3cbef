import { InputError } from '../errors.ts';

/** What proves who calls: a user's API key, or a token that OAuth gave. Exactly one of them. */
export type Credentials =
  | { readonly apiKey: string; readonly accessToken?: undefined }
  | { readonly accessToken: string; readonly apiKey?: undefined };

/** The `Authorization` header of the credentials ("Authentication"). */
export function authorizationOf({
  apiKey,
  accessToken,
}: {
  apiKey?: unknown;
  accessToken?: unknown;
}): string {
  if ((apiKey === undefined) === (accessToken === undefined)) {
    const given = apiKey === undefined ? 'neither was' : 'both were';
    throw new InputError(`Give exactly one of \`apiKey\` and \`accessToken\`: ${given} given.`);
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
