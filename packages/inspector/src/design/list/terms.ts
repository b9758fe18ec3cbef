/** A user's text in a search field, such as `status:422 ann since:5m`. */
export interface Terms {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
  readonly unknown: readonly string[];
}

/** A word: a term, whose value may be in quotes, or text. */
const WORD = /([A-Za-z_]+):(?!\/\/)(?:"([^"]*)"?|(\S*))|\S+/g;

/** Reads the terms with the given names. All else is text, including terms with other names. */
export function readTerms(written: string, names: readonly string[]): Terms {
  const values = new Map<string, string>();
  const words: string[] = [];
  const unknown: string[] = [];
  for (const [word, name, quoted, plain] of written.matchAll(WORD)) {
    const value = quoted ?? plain;
    if (name !== undefined && names.includes(name)) {
      if (value) values.set(name, value);
    } else {
      words.push(word);
      if (name !== undefined && value) unknown.push(name);
    }
  }
  return { text: words.join(' '), values, unknown };
}

export const termOf = (name: string, value: string): string =>
  `${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;

export const withoutTerm = (written: string, name: string): string =>
  written
    .replaceAll(WORD, (word, found) => (found === name ? '' : word))
    .replaceAll(/\s+/g, ' ')
    .trim();

export interface KnownTerm {
  readonly name: string;
  readonly values: readonly string[];
}

/** The searches that complete the last word: with the name of a term, or with a value. */
export function completionsOf(written: string, terms: readonly KnownTerm[]): string[] {
  const [last = ''] = /\S*$/.exec(written) ?? [];
  const before = written.slice(0, written.length - last.length);
  const [name, part] = last.split(':', 2);
  if (part === undefined) {
    return terms.filter((term) => term.name.startsWith(last)).map((term) => `${before}${term.name}:`);
  }
  const { values = [] } = terms.find((term) => term.name === name) ?? {};
  return values
    .filter((value) => value.toLowerCase().startsWith(part.replaceAll('"', '').toLowerCase()))
    .map((value) => before + termOf(name ?? '', value));
}
