import { deflateRawSync, gzipSync } from 'node:zlib';

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const utf32 = (text: string) =>
  Buffer.from(new Uint32Array([...text].map((one) => one.codePointAt(0) ?? 0)).buffer);

/** Ways to save a string that every reader of a file understands. */
export const READABLE: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-8 with two marks': (text) => Buffer.from(`\uFEFF\uFEFF${text}`),
  'UTF-8 with a mark and lines of Windows': (text) => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
  'UTF-16 LE with a mark': (text) => utf16(`\uFEFF${text}`),
  'UTF-16 LE with a mark and lines of Windows': (text) => utf16(`\uFEFF${text.replaceAll('\n', '\r\n')}`),
  'UTF-16 BE with a mark': (text) => swapped(utf16(`\uFEFF${text}`)),
  'UTF-16 LE without a mark': utf16,
  'UTF-16 BE without a mark': (text) => swapped(utf16(text)),
};

/** A zip archive whose first file has this name. */
const zip = (name: string) => {
  const header = Buffer.from('504b0304140000000800000021000000000000000000000000000000', 'hex');
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from([0, 0]), Buffer.from(name), deflateRawSync('<x/>')]);
};

/** Other ways, with what a message says about the file. They need at least one letter beyond ASCII. */
export const UNREADABLE: Readonly<Record<string, readonly [(text: string) => Buffer, string]>> = {
  gzip: [(text) => gzipSync(text), 'is compressed with gzip, not text; unpack it'],
  xlsx: [() => zip('xl/workbook.xml'), 'is a spreadsheet (.xlsx), not text; save its data as CSV'],
  ods: [() => zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'is an OpenDocument file'],
  zip: [() => zip('subscribed_members.csv'), 'is a zip archive, not text; unpack it'],
  xls: [() => Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'), 'is a spreadsheet (.xls)'],
  pdf: [() => Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'is a PDF document'],
  rtf: [() => Buffer.from('{\\rtf1\\ansi email}'), 'is a document in Rich Text Format'],
  parquet: [() => Buffer.from('PAR1\x15\x04\x15'), 'is a Parquet file'],
  'UTF-32 with a mark': [(text) => utf32(`\uFEFF${text}`), 'is encoded as UTF-32'],
  'UTF-32 without a mark': [utf32, 'contains many zero bytes'],
  'Latin-1': [(text) => Buffer.from(text, 'latin1'), 'not valid UTF-8'],
};
