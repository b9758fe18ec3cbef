import { olsonName } from '../values/time-zone.ts';
import { type Findings, show } from './findings.ts';
import { usMobile } from './us-mobile.ts';

/** Reads a text of a format; a text that it cannot make sense of stays as it is, and validation refuses it. */
type ReadText = (text: string, findings: Findings) => string;

/** Longer texts are of no format but a URL's. */
const LONGEST = 2000;

/** Notes that a text was read as another one. */
function readAs(text: string, meant: string, findings: Findings): string {
  if (meant !== text) findings.warn(`${show(text)} is read as ${show(meant)}`);
  return meant;
}

const readTrimmed: ReadText = (text, findings) => readAs(text, text.trim(), findings);

// Unspecified: U-140
const readPhone: ReadText = (text, findings) => {
  const number = usMobile(text);
  if (number !== undefined) return readAs(text, number, findings);
  findings.refuse('sms_error');
  return text;
};

// Unspecified: U-141
const readZone: ReadText = (text, findings) => {
  const name = olsonName(text.trim());
  if (name !== undefined) return readAs(text, name, findings);
  findings.refuse('format_error', 'must be an Olson time zone, like Europe/Lisbon');
  return text;
};

const readCurrency: ReadText = (text, findings) => {
  const code = text.trim();
  return readAs(text, /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : code, findings);
};

/** In a query an unencoded `+` is a space; other programs write the offset after a space, or `UTC`. */
const readTime: ReadText = (text, findings) => {
  const meant = text
    .trim()
    .replace(/(:\d\d(?:[.,]\d{1,9})?) ?UTC$/, '$1Z')
    .replace(
      /(:\d\d(?:[.,]\d{1,9})?) ([+-])?(\d\d(?::?\d\d)?)$/,
      (_, time, sign = '+', offset) => time + sign + offset,
    );
  return readAs(text, meant, findings);
};

/** The interface recommends the form, and takes other labels. */
// Unspecified: U-144
const readLabel: ReadText = (text, findings) => {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) {
    findings.warn(`${show(text)} is taken; lower snake case is recommended, like my_shop`);
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

/** The formats that are recommended, not required. */
export const RECOMMENDED_FORMATS: ReadonlySet<string> = new Set(['snake_case']);

/** The formats of attributes that an empty text clears. */
export const CLEARED_FORMATS: ReadonlySet<string> = new Set(['sms']);

/** Reads a text of a format by the meaning that it plainly has. */
export function readText(format: string, text: string, findings: Findings): string {
  return text.length > LONGEST ? text : (formats[format]?.(text, findings) ?? text);
}
