/** Characters that end or break a line, reorder it, or cannot be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const ANY_TEXT = `\${string}`;

export const quoted = (text: string): string => `'${escaped(text.replaceAll(/[\\']/g, '\\$&'))}'`;

/** A pattern, in which `*` stands for any text, as a template. */
export const template = (pattern: string): string => {
  const parts = pattern.split('*').map((part) => escaped(part.replaceAll(/[\\`$]/g, '\\$&')));
  return `\`${parts.join(ANY_TEXT)}\``;
};

/** A name of a member. Every object has a `constructor`, and `__proto__` would not be a member. */
export const memberName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && !['__proto__', 'constructor'].includes(name) ? name : quoted(name);
