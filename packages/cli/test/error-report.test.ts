import { readFile, writeFile } from 'node:fs/promises';
import type { Fetch } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { jsonLines, temporaryFile, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/** A server, and the names of its subscribers. */
async function serving() {
  const { fetch, subscribers } = await sandbox();
  const names = async () => (await subscribers()).map(({ email, first_name }) => `${email} ${first_name}`);
  return { fetch, names };
}

/** Fixes the addresses in an error report, as a user would in a spreadsheet. */
async function fix(report: string, save: (text: string) => string | Buffer = (text) => text): Promise<void> {
  const text = await readFile(report, 'utf8');
  expect(text).toMatch(/^\uFEFFerror_line.error_reason./); // Excel needs the byte order mark
  await writeFile(report, save(text.replaceAll('nobody', 'joerg@x.io')));
}

const options = ['--encoding', 'windows-1252', '--columns', 'Mail,Vorname', '--map', 'Mail=email', '--map'];
const sameOptions = [...options, 'Vorname=first_name', '--delimiter', ';'];
const latin1 = Buffer.from('nobody;J\xf6rg \x80\n', 'latin1');

test.each<[string, ((text: string) => string | Buffer) | undefined]>([
  ['as it is', undefined],
  ['saved without a byte order mark', (text) => text.slice(1)],
  ['saved with commas', (text) => text.replaceAll(';', ',')],
  ['saved with tabs and Windows line breaks', (text) => text.replaceAll(';', '\t').replaceAll('\n', '\r\n')],
  ['saved with every cell in quotes', (text) => text.replaceAll(/[^;\n\uFEFF]+/g, '"$&"')],
  ['saved as UTF-16', (text) => Buffer.from(text, 'utf16le')],
  [
    'saved in the encoding of the first file',
    (text) => Buffer.from(text.slice(1).replace('ö', '\xf6').replace('€', '\x80'), 'latin1'),
  ],
])('an error report %s is imported with the same options', async (_, save) => {
  const { fetch, names } = await serving();
  const file = await temporaryFile('kunden.csv', latin1);
  expect(await trickle(['import', file, ...sameOptions], { fetch })).toMatchObject({ code: 3 });
  const report = file.replace('.csv', '.errors.csv');
  await fix(report, save);
  const { code, stderr } = await trickle(['import', report, ...sameOptions], { fetch });
  expect(stderr).toContain('is an error report. Reading it as');
  expect(code).toBe(0);
  expect(await names()).toEqual(['joerg@x.io Jörg €']);
});

test('a resumed report continues after its last row, with one byte order mark', async () => {
  const { fetch } = await serving();
  const lines = Array.from({ length: 6 }, (_, i) => (i % 3 === 0 ? `nobody${i},ö\n` : `p${i}@x.io,ö\n`));
  const file = await temporaryFile('p.csv', `email,first_name\n${lines.join('')}`);
  let batches = 0;
  const stopping: Fetch = (request) => {
    if (request.url.endsWith('/batches')) batches += 1;
    return batches > 1 ? Response.json({}, { status: 401 }) : fetch(request);
  };
  const args = ['import', file, '--chunk-size', '2'];
  expect(await trickle(args, { fetch: stopping })).toMatchObject({ code: 4 });
  const { stderr } = await trickle(args, { fetch });
  expect(stderr).toContain('2 records rejected.');
  const report = await readFile(file.replace('.csv', '.errors.csv'), 'utf8');
  expect(report.match(/\uFEFF/g)).toHaveLength(1);
  expect(
    report
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['2', '5']);
});

test('a report of NDJSON is read as UTF-8 too', async () => {
  const { fetch, names } = await serving();
  const content = Buffer.from('{"email":"nobody","first_name":"J\xf6rg"}\n', 'latin1');
  const file = await temporaryFile('kunden.ndjson', content);
  const encoding = ['--encoding', 'windows-1252'];
  await trickle(['import', file, ...encoding], { fetch });
  const report = file.replace('.ndjson', '.errors.ndjson');
  await writeFile(report, (await readFile(report, 'utf8')).replace('nobody', 'joerg@x.io'));
  expect(await trickle(['import', report, ...encoding], { fetch })).toMatchObject({ code: 0 });
  expect(await names()).toEqual(['joerg@x.io Jörg']);
});

test('other files with such a column are read according to the options', async () => {
  const { fetch, names } = await serving();
  const file = await temporaryFile(
    'x.csv',
    Buffer.from('email,error_line,first_name\na@x.io,3,J\xf6rg\n', 'latin1'),
  );
  await trickle(['import', file, '--encoding', 'windows-1252'], { fetch });
  expect(await names()).toEqual(['a@x.io Jörg']);
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('a record that is nested too deeply or too long is rejected, and the import continues', async () => {
  const { fetch, names } = await serving();
  const lines = [
    '{"email":"a@x.io","first_name":"A"}',
    `{"email":"b@x.io","custom_fields":${deep(200_000)}}`,
    `{"email":"c@x.io","first_name":"${'c'.repeat(5_000_000)}"}`,
    deep(100_000),
    `{"email":"d@x.io","custom_fields":${deep(101)}}`,
    '{"email":"e@x.io","first_name":"E"}',
  ];
  const file = await temporaryFile('x.ndjson', lines.join('\n'));
  const { code, stderr } = await trickle(['import', file], { fetch });
  expect(stderr).toContain('Imported 2 records.');
  expect(stderr).toContain('4 records rejected.');
  expect(code).toBe(3);
  expect(await names()).toEqual(['a@x.io A', 'e@x.io E']);
  const report = jsonLines(await readFile(file.replace('.ndjson', '.errors.ndjson'), 'utf8'));
  expect(report.map(({ error_line, error_reason }) => [error_line, error_reason])).toEqual([
    [2, 'nested more than 100 levels deep'],
    [3, 'longer than 4,194,304 characters'],
    [4, 'nested more than 100 levels deep'],
    [5, 'nested more than 100 levels deep'],
  ]);
  const csv = await temporaryFile('x.csv', `email,x\na@x.io,"${deep(50_000)}"\nb@x.io,"[1]"\n`);
  const args = ['import', csv, '--as', 'events', '--set', 'action=x', '--map', 'x=properties.x:json'];
  expect((await trickle(args, { fetch })).stderr).toContain('1 record rejected.');
});

test('deep JSON on the command line is refused', async () => {
  const { code, stderr } = await trickle(['call', 'subscribers', 'upsert', `{"email":${deep(10_000)}}`]);
  expect(stderr).toContain('is nested more than 100 levels deep.');
  expect(code).toBe(2);
});

test.each([
  ['A@X.IO,A2\n', 'Imported 4 records.', '1 record referred to the same subscriber as an earlier record.'],
  ['nobody,x\nnobody,x\n', 'Imported 3 records.', undefined], // rejected
])('the summary counts records that name the same subscriber (%j)', async (more, imported, repeated) => {
  const { fetch } = await serving();
  const content = `email,first_name\na@x.io,A\nb@x.io,B\nc@x.io,C\n${more}`;
  const file = await temporaryFile('x.csv', content);
  const { stderr } = await trickle(['import', file], { fetch });
  expect(stderr).toContain(imported);
  if (repeated === undefined) expect(stderr).not.toContain('referred to the same subscriber');
  else expect(stderr).toContain(repeated);
  const { stderr: dry } = await trickle(['import', file, '--dry-run'], { fetch });
  expect(dry.includes('referred to the same subscriber')).toBe(repeated !== undefined);
  const events = ['import', file, '--as', 'events', '--set', 'action=x'];
  expect((await trickle(events, { fetch })).stderr).not.toContain('named the same');
});
