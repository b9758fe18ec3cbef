import { UsageError } from '../terminal/exit-signal.ts';
import { chosen, type Reader } from '../terminal/option.ts';

export const NOUNS = ['tags', 'fields', 'events'] as const;

export type Noun = (typeof NOUNS)[number];

/** Names that a pattern accepts, such as `order-*`. */
export interface Pattern {
  readonly noun: Noun;
  readonly pattern: string;
}

/** A pattern of a noun: `tags=order-*`. */
export const nounPattern: Reader<Pattern> = {
  read(text, name) {
    const [, word = '', pattern = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (!pattern.includes('*') || /^\*+$/.test(pattern)) {
      throw new UsageError(`${name} must be like tags='order-*', not '${text}'.`);
    }
    return { noun: chosen(word, name, NOUNS), pattern };
  },
};

/** Whether a name fits a pattern, in which `*` stands for any text. */
export function fits(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop() ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of others) {
    const start = name.indexOf(part, at);
    if (start < 0 || start + part.length > end) return false;
    at = start + part.length;
  }
  return true;
}
