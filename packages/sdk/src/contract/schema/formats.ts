/*
 * The formats of the interface. `field.ts` makes zod types of them; the SDK's table of operations uses them without
 * zod.
 */

/** The form of an email address. Excludes characters that could end it or start another one in an email header. */
export const emailForm =
  /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]+@[^\s@.,"():;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]+(\.[^\s@.,"():;<>[\\\]\p{Cc}\p{Cf}\p{Cs}]+)+$/u;

/** Whether a string is an email address. The maximum length is 254 characters. */
export const isEmail = (value: string) => value.length <= 254 && emailForm.test(value);

/** A US mobile number in E.164 format. */
export const US_MOBILE = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

/** The parts of a URL; undefined if it is invalid. React Native has no `URL.parse`. */
export function parsedUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const isoForm =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d|60)([.,]\d+)?)?(Z|[+-][01]\d(:?[0-5]\d)?)?)?$/i;

/** An ISO 8601 date or time. */
export const isIsoTime = (value: string) => isoForm.test(value) && isDay(value);

/** Whether the date exists: February has no 30th. */
function isDay(value: string): boolean {
  const day = Number(value.slice(8, 10));
  return day <= 28 || day <= daysOf(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
}

const daysOf = (year: number, month: number) =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Zones known to be valid, since `Intl.DateTimeFormat` is slow. Limited, since names are case-insensitive. */
const zones = new Set<string>();
const MAX_ZONES = 1000;

/** An Olson time zone. An offset such as `+02:00` is not one. */
export function isTimeZone(value: string): boolean {
  if (zones.has(value)) return true;
  if (!/^[a-z]/i.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    if (zones.size < MAX_ZONES) zones.add(value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
