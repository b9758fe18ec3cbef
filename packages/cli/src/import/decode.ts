import { beginningOf } from '@trickle/design/file-text';
import { explained } from '../files/read-file.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { isErrorReport } from './sniff.ts';
import type { Source } from './source.ts';

/**
 * The encoding of a file: from the options, otherwise detected from its beginning. For an error report, the options
 * describe the original file; the report itself is UTF-8, unless another program has saved it again.
 *
 * @throws {@link UsageError} if the file is not text, or text of another kind.
 */
export function encodingOf({ head, name }: Pick<Source, 'head' | 'name'>, option?: string): string {
  const { encoding, isMarked } = explained(name, () => beginningOf(head));
  const text = headText({ head }, encoding);
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(text))
    throw new UsageError(`${name} is a page or a document in HTML or XML; save its data as CSV.`);
  if (option === undefined) return encoding;
  const label = labelOf(option);
  return isErrorReport(text) && (isMarked || isUtf8(head)) ? encoding : label;
}

/** Whether the beginning of a file is UTF-8. It may end within a character. */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function labelOf(option: string): string {
  try {
    return new TextDecoder(option).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(
      `--encoding: unknown encoding '${option}'. Common encodings are utf-8, windows-1252 and utf-16le.`,
    );
  }
}

/** The text of a source, piece by piece, without a byte order mark. */
export async function* decodedText(
  source: Source,
  encoding: string,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const bytes of source.bytes()) {
      rest = bytes;
      const text = decoder.decode(bytes, { stream: true });
      line += breaksIn(text);
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${source.name}, line ${line + validLines(rest, encoding)}: not valid ${encoding.toUpperCase()}. ` +
        'Name the encoding of the file with --encoding; files saved by Excel are often windows-1252.',
      { cause: error },
    );
  }
}

function breaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The number of complete lines before the first invalid bytes. The first character may be truncated. */
function validLines(bytes: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes);
  return breaksIn(text.slice(0, text.indexOf('\uFFFD', 3)));
}

/** The start of the file as text. The last character may be truncated. */
export function headText({ head }: Pick<Source, 'head'>, encoding: string): string {
  return new TextDecoder(encoding).decode(head);
}
