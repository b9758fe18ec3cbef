/** A limit of a range, such as `>= 400`; `=` allows one number only. */
export type NumberBound = readonly [sign: '=' | '<' | '<=' | '>' | '>=', bound: number];

/** The bounds that are written, such as `422`, `>100`, `<=5`, `4xx` or `100..200`; undefined for anything else. */
export function numberBounds(written: string): readonly NumberBound[] | undefined {
  const [, digit] = /^(\d)xx$/i.exec(written) ?? [];
  if (digit) return [['>=', Number(digit) * 100] as const, ['<', Number(digit) * 100 + 100] as const];
  const [, low, high] = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)$/.exec(written) ?? [];
  if (low) return [['>=', Number(low)] as const, ['<=', Number(high)] as const];
  const [, sign = '', bound] = /^([<>]=?|)(-?\d+(?:\.\d+)?)$/.exec(written) ?? [];
  return bound === undefined ? undefined : [[(sign || '=') as NumberBound[0], Number(bound)]]; // as matched
}

const TESTS: Readonly<Record<NumberBound[0], (number: number, bound: number) => boolean>> = {
  '=': (number, bound) => number === bound,
  '>': (number, bound) => number > bound,
  '>=': (number, bound) => number >= bound,
  '<': (number, bound) => number < bound,
  '<=': (number, bound) => number <= bound,
};

/** A test for the numbers within what is written; undefined if {@link numberBounds} cannot read it. */
export function numberTest(written: string): ((number: number) => boolean) | undefined {
  const bounds = numberBounds(written);
  return bounds && ((number) => bounds.every(([sign, bound]) => TESTS[sign](number, bound)));
}
