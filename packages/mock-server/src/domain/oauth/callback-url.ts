/**
 * Parses a callback URL. Returns undefined if URL parsers disagree about it: if it contains whitespace, control
 * characters, backslashes, user information or a fragment.
 */
export function callbackIn(text: string): URL | undefined {
  const url = /[\s\p{Cc}\\#]/u.test(text) ? null : URL.parse(text);
  return url && url.username === '' && url.password === '' ? url : undefined;
}

/** Whether an application can register a URL as its callback. */
// Unspecified: U-123
export const isCallbackUrl = (text: string): boolean =>
  !/^(?:javascript|data|vbscript):$/i.test(callbackIn(text)?.protocol ?? 'data:');

/** The description of such a URL, for messages. */
export const CALLBACK_URL =
  'absolute, without a fragment, a script scheme, a user name or password, spaces and backslashes';
