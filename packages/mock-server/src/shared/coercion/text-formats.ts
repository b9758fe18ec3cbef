import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js/max';
import { olsonName } from '../values/time.ts';
import { type CoercionReport, show } from './findings.ts';

const MAX_PHONE_LENGTH = 40;

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
  if (text.length > MAX_PHONE_LENGTH) return undefined;
  const phoneNumber = parser()(text, { defaultCountry: 'US', extract: false });
  if (!phoneNumber?.isValid() || phoneNumber.country !== 'US' || phoneNumber.ext !== undefined)
    return undefined;
  const type = phoneNumber.getType();
  // US numbers do not distinguish mobile phones from landlines.
  return type === 'FIXED_LINE_OR_MOBILE' || type === 'MOBILE' ? phoneNumber.number : undefined;
}

/** Reads a string of a format. An unrecognized string is returned unchanged, for validation to reject. */
type ReadText = (text: string, findings: CoercionReport) => string;

/** Maximum length of formatted strings other than URLs. */
const MAX_LENGTH = 2000;

function readAs(text: string, normalized: string, findings: CoercionReport): string {
  if (normalized !== text) findings.warn(`${show(text)} is read as ${show(normalized)}`);
  return normalized;
}

const readTrimmed: ReadText = (text, findings) => readAs(text, text.trim(), findings);

// Unspecified: U-140
const readPhone: ReadText = (text, findings) => {
  const number = usMobile(text);
  if (number !== undefined) return readAs(text, number, findings);
  findings.reject('sms_error');
  return text;
};

// Unspecified: U-141
const readZone: ReadText = (text, findings) => {
  const name = olsonName(text.trim());
  if (name !== undefined) return readAs(text, name, findings);
  findings.reject('format_error', 'must be an Olson time zone, like Europe/Lisbon');
  return text;
};

const readCurrency: ReadText = (text, findings) => {
  const code = text.trim();
  return readAs(text, /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : code, findings);
};

/** In a query, an unencoded `+` is a space. Other clients write the offset after a space, or `UTC`. */
const readTime: ReadText = (text, findings) => {
  const normalized = text
    .trim()
    .replace(/(:\d\d(?:[.,]\d{1,9})?) ?UTC$/, '$1Z')
    .replace(
      /(:\d\d(?:[.,]\d{1,9})?) ([+-])?(\d\d(?::?\d\d)?)$/,
      (_, time, sign = '+', offset) => time + sign + offset,
    );
  return readAs(text, normalized, findings);
};

/** The interface recommends a form, but accepts other labels. */
// Unspecified: U-144
const readLabel: ReadText = (text, findings) => {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) {
    findings.warn(`${show(text)} is accepted; lower snake case is recommended, like my_shop`);
  }
  return text;
};

const formats: Readonly<Record<string, ReadText>> = {
  currency: readCurrency,
  email: readTrimmed,
  iso_time: readTime,
  sms: readPhone,
  snake_case: readLabel,
  time_zone: readZone,
  url: readTrimmed,
};

/** Formats that are recommended, not required. */
export const RECOMMENDED_FORMATS: ReadonlySet<string> = new Set(['snake_case']);

/** Formats of attributes that an empty string clears. */
export const CLEARED_FORMATS: ReadonlySet<string> = new Set(['sms']);

/** Normalizes a string of a format if its meaning is clear. */
export function readText(format: string, text: string, findings: CoercionReport): string {
  return text.length > MAX_LENGTH ? text : (formats[format]?.(text, findings) ?? text);
}
