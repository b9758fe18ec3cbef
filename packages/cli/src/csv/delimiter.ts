import { UsageError } from '../terminal/exit-signal.ts';
import type { Reader } from '../terminal/option.ts';

/** The delimiter between cells: one character, or `tab`. */
export const delimiter: Reader<string> = {
  read(text, name) {
    const character = text === 'tab' || text === '\\t' ? '\t' : text;
    if (character.length === 1 && !/["\r\n]/.test(character)) return character;
    throw new UsageError(`${name} must be one character or "tab", not '${text}'.`);
  },
};
