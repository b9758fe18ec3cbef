import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js/max';

/** Numbers are not longer, however they are typed. */
const LONGEST = 40;

let parse: typeof PhoneNumbers.parsePhoneNumberFromString | undefined;

/** The tables of all countries' numbers take a tenth of a second to load, so that happens at the first number. */
function parser(): typeof PhoneNumbers.parsePhoneNumberFromString {
  if (parse === undefined) {
    const library: typeof PhoneNumbers = createRequire(import.meta.url)('libphonenumber-js/max');
    parse = library.parsePhoneNumberFromString;
  }
  return parse;
}

/** A US mobile number in E.164 format, from however it was typed; undefined where it is no such number. */
// Unspecified: U-140
export function usMobile(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const found = parser()(text, { defaultCountry: 'US', extract: false });
  if (!found?.isValid() || found.country !== 'US' || found.ext !== undefined) return undefined;
  const type = found.getType();
  // US numbers do not tell mobile phones from others.
  return type === 'FIXED_LINE_OR_MOBILE' || type === 'MOBILE' ? found.number : undefined;
}
