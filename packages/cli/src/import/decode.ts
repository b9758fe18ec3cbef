import { UsageError } from '../terminal/exit-signal.ts';
import { isErrorReport } from './report-header.ts';
import type { Source } from './source.ts';

/**
 * The encoding of a file: from its byte order mark or the options, otherwise UTF-8. For an error report, the options
 * describe the original file; the report is UTF-8, unless another program has saved it again.
 */
export function encodingOf(
  { head, name }: Pick<Source, 'head' | 'name'>,
  option: string | undefined,
): string {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04) {
    throw new UsageError(`${name} is a spreadsheet or an archive. Save it as CSV first.`);
  }
  const mark = marked(head);
  if (option === undefined) return mark ?? 'utf-8';
  const label = labelOf(option);
  return isErrorReport(headText({ head }, mark ?? 'utf-8')) && (mark || isUtf8(head))
    ? (mark ?? 'utf-8')
    : label;
}

/** Whether the beginning of a file is UTF-8. It may end in the middle of a character. */
function isUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function marked(head: Buffer): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
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
export async function* textOf(source: Source, encoding: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const bytes of source.bytes()) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(
      `${source.name} is not valid ${encoding} (somewhere in the first ${source.position} bytes). ` +
        'Name its encoding with --encoding; files saved by Excel are often windows-1252.',
      { cause: error },
    );
  }
}

/** The start of the file as text. The last character may be cut. */
export function headText({ head }: Pick<Source, 'head'>, encoding: string): string {
  return new TextDecoder(encoding).decode(head);
}
