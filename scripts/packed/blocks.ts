import { read } from '../setup/repository.ts';

/** A block of a page: its language, its code, the file named in the text before it, and its mark. */
export interface Block {
  readonly language: string;
  readonly code: string;
  readonly file: string | undefined;
  /** Whether the code is only part of the file. */
  readonly isAdded: boolean;
  /** The word in a comment before the block, as in `<!-- run -->`. */
  readonly mark: string | undefined;
}

/** The blocks of a page, or of one of its sections, in order. */
export function blocksOf(page: string, section?: string): Block[] {
  const text = read(page);
  const part =
    section === undefined ? text : (text.split(/^## /m).find((one) => one.startsWith(section)) ?? '');
  const blocks = part.matchAll(/((?:^(?!```).*\n)*?)^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(blocks, ([, before = '', language = '', code = '']) => ({
    language,
    code,
    file: /(?:Save|save|Add) this (?:as|to) `([\w./-]+)`(?![\s\S]*(?:[Ss]ave|Add) this )/.exec(before)?.[1],
    isAdded: before.includes('Add this to `'),
    mark: /<!-- (.+) -->\s*$/.exec(before)?.[1],
  }));
}

/** The commands of a block: one per line; a backslash continues a line. A block that starts a background process is one command. */
export const commandsOf = ({ code }: Block): string[] =>
  code.includes(' &\n')
    ? [code]
    : code
        .trim()
        .replaceAll(/\\\n\s*/g, '')
        .split('\n');
