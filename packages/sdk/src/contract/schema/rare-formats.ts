import { isEmail, parsedUrl } from './formats.ts';
import { form, format, type Test } from './predicates.ts';

/* Formats that few inputs have, and their tests. The SDK loads them with the first such input. */

/** Email addresses separated by commas, semicolons or white space. An empty string is an empty list. */
export const isEmailList = (value: string) =>
  value.split(/[\s,;]/).every((address) => address === '' || isEmail(address));

/** Lower snake case. */
export const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)*$/;

/** An alphabetic ISO 4217 currency code. */
export const CURRENCY = /^[A-Z]{3}$/;

/** Seven characters of 0 or 1, not all zeros. */
export const DAY_MASK = /^(?!0{7})[01]{7}$/;

const urlForm = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/**
 * An absolute http or https URL. It must have no characters that a parser strips or rewrites (white space, control
 * characters, backslashes), and its credentials must be decodable.
 */
// Unspecified: U-153
export function isUrl(value: string): boolean {
  const url = urlForm.test(value) && parsedUrl(value);
  if (!url) return false;
  try {
    decodeURIComponent(`${url.username}:${url.password}`);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

export const currency = form(CURRENCY);
export const snakeCase = form(SNAKE_CASE);
export const url = format(isUrl);

/** An integer of at least `minimum`. */
export const integerFrom =
  (minimum: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum;
