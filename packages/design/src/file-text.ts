/** Bytes that are not text. The message continues a sentence about the file: `is compressed with gzip; unpack it`. */
export class NotText extends Error {
  override readonly name = 'NotText';
}

/** The number of bytes that decide the kind of a file. */
const HEAD = 65_536;

const CSV = 'save its data as CSV';
const UNPACK = 'unpack it, and use the file inside';

const PICTURE = { is: 'is a picture', advice: 'use the file that it was made from' };
const COLUMNS = 'convert it to CSV or NDJSON';

/** Kinds of files that are not text: their first bytes, bytes that follow somewhere (any of them suffices), and what to do. */
const KINDS: readonly {
  readonly start: string;
  readonly within?: string | readonly string[];
  readonly is: string;
  readonly advice: string;
}[] = [
  { start: '\x1f\x8b', is: 'is compressed with gzip', advice: 'unpack it, as by gunzip' },
  { start: 'PK\x03\x04', within: 'xl/', is: 'is a spreadsheet (.xlsx)', advice: CSV },
  { start: 'PK\x03\x04', within: 'opendocument', is: 'is an OpenDocument file', advice: CSV },
  { start: 'PK\x03\x04', within: '.iwa', is: 'is a document of Numbers or Pages', advice: CSV },
  { start: 'PK\x03\x04', within: 'docProps/', is: 'is an Office document', advice: CSV },
  { start: 'PK\x05\x06', is: 'is a zip archive', advice: UNPACK },
  { start: 'PK\x03\x04', is: 'is a zip archive', advice: UNPACK },
  { start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', is: 'is a spreadsheet (.xls)', advice: CSV },
  { start: '%PDF-', is: 'is a PDF document', advice: 'export the data as CSV' },
  { start: '{\\rtf', is: 'is a document in Rich Text Format', advice: 'save it as plain text' },
  { start: '\x09\0\x04\0', is: 'is a spreadsheet (.xls)', advice: CSV },
  { start: '\x09\x02\x06\0', is: 'is a spreadsheet (.xls)', advice: CSV },
  { start: '\x09\x04\x06\0', is: 'is a spreadsheet (.xls)', advice: CSV },
  { start: 'PAR1', within: ['\x15', '\0'], is: 'is a Parquet file', advice: COLUMNS },
  { start: 'PARE', within: '\0', is: 'is a Parquet file', advice: COLUMNS },
  { start: 'ORC', within: ['\x08\x03', '\0'], is: 'is an ORC file', advice: COLUMNS },
  { start: 'ARROW1', within: '\0', is: 'is an Arrow file', advice: COLUMNS },
  { start: 'Obj\x01', is: 'is an Avro file', advice: 'convert it to NDJSON' },
  { start: 'SQLite format 3\0', is: 'is an SQLite database', advice: 'export the table as CSV' },
  {
    start: 'BZh',
    within: ['1AY&SY', '\x17rE8P', '\0'],
    is: 'is compressed with bzip2',
    advice: 'unpack it, as by bunzip2',
  },
  { start: '\x28\xb5\x2f\xfd', is: 'is compressed with Zstandard', advice: 'unpack it, as by unzstd' },
  { start: '\xfd7zXZ\0', is: 'is compressed with xz', advice: 'unpack it, as by unxz' },
  { start: '7z\xbc\xaf\x27\x1c', is: 'is a 7z archive', advice: UNPACK },
  { start: 'Rar!\x1a\x07', is: 'is a RAR archive', advice: UNPACK },
  { start: '\x89PNG\r\n', ...PICTURE },
  { start: '\xff\xd8\xff', ...PICTURE },
  { start: 'GIF8', within: '\0', ...PICTURE },
  { start: 'RIFF', within: 'WEBP', ...PICTURE },
  { start: 'II*\0', ...PICTURE },
  { start: 'MM\0*', ...PICTURE },
  { start: '\xff\xfe\0\0', is: 'is encoded as UTF-32', advice: 'save it as UTF-8' },
  { start: '\0\0\xfe\xff', is: 'is encoded as UTF-32', advice: 'save it as UTF-8' },
];

/** The byte order marks of encodings. */
const MARKS: readonly (readonly [string, TextEncoding])[] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
];

/** The encodings that the beginning of a file tells. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding that the beginning of a file shows. */
export interface Beginning {
  readonly encoding: TextEncoding;
  /** Whether a byte order mark says so. */
  readonly isMarked: boolean;
}

/**
 * Finds the encoding of a string by its beginning: by its mark, or by the zero bytes of UTF-16. Otherwise, it is UTF-8.
 *
 * @throws {@link NotText} if it is something else, such as a spreadsheet.
 */
export function beginningOf(bytes: Uint8Array): Beginning {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD, bytes.byteLength));
  const text = head.toString('latin1');
  const kind = KINDS.find(
    ({ start, within = '' }) =>
      text.startsWith(start) && [within].flat().some((bytes) => text.includes(bytes)),
  );
  if (kind) throw new NotText(`${kind.is}, not text; ${kind.advice}`);
  const [, marked] = MARKS.find(([mark]) => text.startsWith(mark)) ?? [];
  return { encoding: marked ?? encodingByZeros(head), isMarked: marked !== undefined };
}

/** Most characters of UTF-16 have a zero byte: the second one if the little end comes first. UTF-8 has a stray one at most. */
function encodingByZeros(head: Buffer): TextEncoding {
  const zeros = [0, 0] as [number, number];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2 === 0 ? 0 : 1] += 1;
  const [first, second] = zeros;
  if (first + second <= head.length / 20) return 'utf-8';
  if (second > 9 * first) return 'utf-16le';
  if (first > 9 * second) return 'utf-16be';
  throw new NotText('contains many zero bytes, so it is not text; save its data as UTF-8');
}

/**
 * The text of a file, without byte order marks.
 *
 * @throws {@link NotText} if it is not text, or in an encoding that is not Unicode.
 */
export function decodeText(bytes: Uint8Array): string {
  const { encoding } = beginningOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF+/, '');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NotText(`is not valid ${encoding.toUpperCase()}; save it as UTF-8`, { cause: error });
  }
}
