import { describe, expect, test } from 'vitest';
import { decodeText } from './file-text.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** The first bytes of files, and what a message says about them. */
const FILES: readonly (readonly [start: string, kind: string])[] = [
  ['\x1f\x8b\x08\0', 'is compressed with gzip'],
  ['BZh9', 'is compressed with bzip2'],
  ['\xfd7zXZ\0', 'is compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'is compressed with Zstandard'],
  ['7z\xbc\xaf\x27\x1c', 'is a 7z archive'],
  ['PK\x03\x04', 'is a zip archive'],
  ['Rar!\x1a\x07', 'is a RAR archive'],
  ['PAR1', 'is a Parquet file'],
  ['PARE', 'is a Parquet file'],
  ['ORC', 'is an ORC file'],
  ['ARROW1', 'is an Arrow file'],
  ['Obj\x01', 'is an Avro file'],
  ['SQLite format 3\0', 'is an SQLite database'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'is a spreadsheet (.xls)'],
  ['\x09\0\x04\0', 'is a spreadsheet (.xls)'],
  ['\x09\x02\x06\0', 'is a spreadsheet (.xls)'],
  ['\x09\x04\x06\0', 'is a spreadsheet (.xls)'],
  ['%PDF-1.7', 'is a PDF document'],
  ['\x89PNG\r\n\x1a\n', 'is a picture'],
  ['\xff\xd8\xff\xe0', 'is a picture'],
  ['GIF89a', 'is a picture'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'is a picture'],
  ['II*\0', 'is a picture'],
  ['MM\0*', 'is a picture'],
];

/** Bytes that may follow. */
const CONTENTS: Readonly<Record<string, string>> = {
  'zeros only': '\0'.repeat(100),
  'every second byte zero': 'x\0'.repeat(100),
  'every byte': String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)),
};

describe.each(FILES)('a file that begins with %j', (start, kind) => {
  test.each(Object.entries(CONTENTS))('is named for what it is, with %s', (_, content) => {
    expect(() => decodeText(bytes(start + content))).toThrow(kind);
  });
});

test.each([
  ['an empty bzip2 file', 'BZh9\x17rE8P\x90\0\0\0\0', 'bzip2'],
  ['an ORC file without rows', 'ORC\x08\x03\x10\x03', 'ORC'],
])('%s is named for what it is', (_, content, kind) => {
  expect(() => decodeText(bytes(content))).toThrow(kind);
});

test.each(['PAR1,email\n1,ann@x.io\n', 'ORC;email\n', 'BZh,email\n', 'GIF89a', 'RIFF,II*,MM\n', 'ARROW1\n'])(
  '%j is text',
  (text) => {
    expect(decodeText(Buffer.from(text))).toBe(text);
  },
);
