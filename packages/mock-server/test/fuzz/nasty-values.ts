import type { Dice } from './dice.ts';

/** Strings that break careless parsers: of addresses, times, patterns, markup, headers, SQL and terminals. */
const TEXTS: readonly string[] = [
  ...['', ' ', '\u0000', '\r\nX-Injected: 1', '\ud800', '\u202e\u200b\ufeff', '🙂'.repeat(50)],
  ...["'; drop table subscribers; --", '"%_\\', '<script>alert(1)</script>', '{% raw %}'],
  '{{ 1 | times: 1e308 }}{% for i in (1..1000000) %}x{% endfor %}',
  ...['../../etc/passwd', '%00%ZZ%2e%2e%2f', '\u001b]0;title\u0007'],
  ...['a@b.co>, <evil@x.test', 'a@b.co\r\nbcc: evil@x.test'],
  `${'a'.repeat(64)}@${'b.'.repeat(100)}test`,
  ...['http://user:p%ZZ@127.0.0.1:1/', 'http://127.0.0.1:1/ \n', 'http://[::1', 'javascript:alert(1)'],
  ...['2026-02-30T25:61:61Z', '-271822-01-01T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
  ...['2026-03-01T12:00:00+99:99', 'Etc/GMT+99', '1e400', '-0', '0x10', '٣'],
  ...['__proto__', 'constructor', 'toString'],
];

/** Long strings that make quadratic parsers slow. */
const REPEATED: readonly string[] = [
  ...['a', ' ', '*', '<style', '<!--', '&amp', '{{x}}', '[', '%', '"', '@', ',', '/', 'á'],
  'http://127.0.0.1:1/ ',
];

const OTHERS: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53 + 1, -(2 ** 63), 1e308, Number.MIN_VALUE],
  ...[[], {}, [null], [[]], [{}], { toString: 1 }, { length: 1e9 }],
];

/** A value that a parser may fail on. */
export function nastyValue(dice: Dice): unknown {
  switch (dice.below(6)) {
    case 0:
      return dice.pick(REPEATED).repeat(dice.pick([10, 300, 5000, 40_000]));
    case 1:
      return dice.pick(OTHERS);
    case 2:
      return nested(dice.pick([5, 99, 101, 3000]));
    case 3:
      return Array.from({ length: dice.pick([2, 1001, 20_000]) }, () => dice.pick(TEXTS));
    default:
      return dice.pick(TEXTS);
  }
}

/** A string, for places that accept nothing else. */
export const nastyText = (dice: Dice): string =>
  dice.oneIn(3) ? dice.pick(REPEATED).repeat(dice.pick([10, 300, 5000])) : dice.pick(TEXTS);

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}
