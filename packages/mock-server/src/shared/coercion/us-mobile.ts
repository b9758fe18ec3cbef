import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js/max';

/** Maximum length of a typed phone number. */
const MAX_LENGTH = 40;

let parse: typeof PhoneNumbers.parsePhoneNumberFromString | undefined;

/** Loads the phone number tables on first use, which takes a tenth of a second. */
function parser(): typeof PhoneNumbers.parsePhoneNumberFromString {
  if (parse === undefined) {
    const library: typeof PhoneNumbers = createRequire(import.meta.url)('libphonenumber-js/max');
    parse = library.parsePhoneNumberFromString;
  }
  return parse;
}

/** Converts a US mobile number to E.164 format; undefined if invalid. */
// Unspecified: U-140
export function usMobile(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const phoneNumber = parser()(text, { defaultCountry: 'US', extract: false });
  if (!phoneNumber?.isValid() || phoneNumber.country !== 'US' || phoneNumber.ext !== undefined)
    return undefined;
  const type = phoneNumber.getType();
  // US numbers do not distinguish mobile phones from landlines.
  return type === 'FIXED_LINE_OR_MOBILE' || type === 'MOBILE' ? phoneNumber.number : undefined;
}
