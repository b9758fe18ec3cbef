import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, decimalOf, minus, plus, textOf } from '../src/shared/values/decimal.ts';

const sum = (numbers: readonly number[]) => numbers.map(decimalOf).reduce(plus, decimalOf(0));

describe('decimal money', () => {
  it("a decimal has the digits of the number's notation", () => {
    expect(decimalOf(0.1)).toEqual({ digits: 1n, scale: 1 });
    expect(decimalOf(157.75)).toEqual({ digits: 15775n, scale: 2 });
    expect(decimalOf(-3)).toEqual({ digits: -3n, scale: 0 });
    expect(decimalOf(1e21)).toEqual({ digits: 10n ** 21n, scale: 0 });
    expect(decimalOf(1.5e-7)).toEqual({ digits: 15n, scale: 8 });
    expect(decimalOf(-0)).toEqual({ digits: 0n, scale: 0 });
  });

  it('infinite numbers and NaN are not decimals', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 'much', '']) {
      expect(() => decimalOf(value)).toThrow(RangeError);
    }
  });

  it('sums and differences have no errors of binary fractions', () => {
    expect(textOf(sum([0.1, 0.2]))).toBe('0.3');
    expect(textOf(minus(decimalOf(0.3), decimalOf(0.1)))).toBe('0.2');
    expect(centsOf(sum(Array.from({ length: 1000 }, () => 0.1)))).toBe(10_000n);
    expect(centsOf(decimalOf(1.005))).toBe(101n);
    expect(centsOf(decimalOf(8.165))).toBe(817n);
  });

  it('half a cent is rounded away from zero', () => {
    expect([0.004, 0.005, 0.0149, 0.015].map((value) => centsOf(decimalOf(value)))).toEqual([0n, 1n, 1n, 2n]);
    expect([-0.004, -0.005, -0.015].map((value) => centsOf(decimalOf(value)))).toEqual([0n, -1n, -2n]);
  });

  // proves: note v2 amounts are whole cents and v3 amounts decimal numbers
  it('cents are hundredths of the main unit, whatever decimals a currency has', () => {
    expect(centsOf(decimalOf(5))).toBe(500n);
    expect(centsOf(decimalOf(12.345))).toBe(1235n);
  });

  it('sums of cents equal sums of integers', () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 40 }), (amounts) => {
        const decimals = amounts.map((amount) => Number(textOf({ digits: amount, scale: 2 })));
        expect(centsOf(sum(decimals))).toBe(amounts.reduce((total, amount) => total + amount, 0n));
      }),
    );
  });

  it('rounding changes an amount by at most half a cent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const { digits, scale } = decimalOf(value);
        const error = centsOf({ digits, scale }) * 10n ** BigInt(scale) - digits * 100n;
        expect((error < 0n ? -error : error) * 2n <= 10n ** BigInt(scale)).toBe(true);
      }),
    );
  });

  it('a decimal is read back from its text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimalOf(textOf(decimalOf(value)))).toEqual(decimalOf(value));
        expect(Number(textOf(decimalOf(value)))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
