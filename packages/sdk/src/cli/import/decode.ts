import { UsageError } from '../terminal/endings.ts';
import type { Source } from './source.ts';

/** What the bytes of a text are. */
export interface Encoding {
  readonly name: string;
  /** Whether the text begins with a byte order mark. */
  readonly hasMark: boolean;
}

/** The encoding by the mark at the beginning, or the one that was named; else UTF-8. */
export function encodingOf(
  { head, name }: Pick<Source, 'head' | 'name'>,
  given: string | undefined,
): Encoding {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04) {
    throw new UsageError(`${name} is a spreadsheet or an archive: save it as CSV first.`);
  }
  if (given !== undefined) return { name: labelOf(given), hasMark: marked(head) !== undefined };
  const mark = marked(head);
  return { name: mark ?? 'utf-8', hasMark: mark !== undefined };
}

function marked(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

function labelOf(given: string): string {
  try {
    return new TextDecoder(given).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `--encoding: there is no encoding ${given}. Common ones: utf-8, windows-1252, utf-16le.`,
    );
  }
}

/** The text of a source, bit by bit, without a mark. */
export async function* textOf(source: Source, { name }: Encoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(name, { fatal: true });
  try {
    for await (const bytes of source.bytes()) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${source.name} is not ${name} text somewhere in its first ${source.position} bytes. ` +
        'Give its --encoding; files of Excel are often windows-1252.',
      { cause: error },
    );
  }
}

/** The beginning as text, which may end in the middle of a letter. */
export function headText({ head }: Pick<Source, 'head'>, { name }: Encoding): string {
  return new TextDecoder(name).decode(head);
}
