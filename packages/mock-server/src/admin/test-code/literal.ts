/** A language's own ways to write JSON. */
interface Style {
  readonly words?: ReadonlyMap<unknown, string>;
  readonly quote: (text: string) => string;
  /** Writes the name of a member. */
  readonly nameOf: (name: string) => string;
  /** Inside of braces. */
  readonly padding: string;
  /** Spaces of one level. */
  readonly step: number;
}

/** Longer lines are broken where that is possible. */
const LINE = 100;

/**
 * Returns a function that writes JSON in a language. Lines after the first are indented by `margin`, and `before` characters
 * stand before the first.
 */
function writerOf({ words, quote, nameOf, padding, step }: Style) {
  return function write(value: unknown, margin = '', before = margin.length): string {
    if (typeof value === 'string') return quote(value);
    if (typeof value !== 'object' || value === null) return words?.get(value) ?? JSON.stringify(value);
    const inner = margin + ' '.repeat(step);
    const isList = Array.isArray(value);
    const items = isList
      ? value.map((item) => write(item, inner))
      : Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => `${nameOf(name)}: ${write(member, inner)}`);
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    const space = isList || items.length === 0 ? '' : padding;
    const line = `${open}${space}${items.join(', ')}${space}${close}`;
    if (before + line.length < LINE && !line.includes('\n')) return line;
    return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
  };
}

const quotedOnce = (text: string): string =>
  /['\\\p{Cc}\u2028\u2029]/u.test(text) ? JSON.stringify(text) : `'${text}'`;

/** Writes JSON in JavaScript. */
export const javascript = writerOf({
  quote: quotedOnce,
  nameOf(name) {
    if (name === '__proto__') return `['__proto__']`; // without brackets it would set the prototype
    return /^[A-Za-z_]\w*$/.test(name) ? name : quotedOnce(name);
  },
  padding: ' ',
  step: 2,
});

/** Writes JSON in Python. */
export const python = writerOf({
  words: new Map<unknown, string>([
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
  ]),
  quote: JSON.stringify,
  nameOf: JSON.stringify,
  padding: '',
  step: 4,
});
