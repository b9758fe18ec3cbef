/*
 * Exact decimal arithmetic for money, without binary floating point. A JSON number is read by its digits, so 0.1 is
 * one tenth.
 */

/** `digits` × 10^−`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Parses a finite number, or text from {@link textOf}, by its digits. */
export function decimalOf(value: number | string): Decimal {
  const match = form.exec(String(value));
  if (!match) throw new RangeError(`${value} is not a decimal number.`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

export function plus(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: digitsAt(left, scale) + digitsAt(right, scale), scale };
}

export function minus(left: Decimal, { digits, scale }: Decimal): Decimal {
  return plus(left, { digits: -digits, scale });
}

const digitsAt = ({ digits, scale }: Decimal, newScale: number) => digits * 10n ** BigInt(newScale - scale);

/** Converts an amount to cents, for any currency: 5 yen are 500, 1.005 dinars 101. Half a cent rounds away from zero. */
// Unspecified: U-62
export function centsOf({ digits, scale }: Decimal): bigint {
  if (scale <= 2) return digits * 10n ** BigInt(2 - scale);
  const unit = 10n ** BigInt(scale - 2);
  const size = digits < 0n ? -digits : digits;
  const cents = (size * 2n + unit) / (unit * 2n);
  return digits < 0n ? -cents : cents;
}

/** Formats a decimal as text that {@link decimalOf} parses. */
export function textOf({ digits, scale }: Decimal): string {
  const size = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = size.length - scale;
  const text = scale === 0 ? size : `${size.slice(0, point)}.${size.slice(point)}`;
  return digits < 0n ? `-${text}` : text;
}
