import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { imported } from './sandbox.ts';

const importing = (name: string, content: string | Buffer, ...args: readonly string[]) =>
  imported(name, content, args);

/** Files, with the record made from their first valid row. */
const first: readonly [string, string, readonly string[], object][] = [
  [
    'people.csv',
    'E-Mail,Plan,tags,TAGS\nann@x.io,pro,a,"b;c"\nbob@x.io,,,\n',
    ['-m', 'Plan=custom_fields.plan', '--tag', 'new'],
    { email: 'ann@x.io', custom_fields: { plan: 'pro' }, tags: ['a', 'b', 'c', 'new'] },
  ],
  ['people.csv', 'email\nnobody\nann@x.io\n', [], { email: 'ann@x.io' }],
  [
    'people.ndjson',
    '{"email":"ann@x.io","user_id":7210448301122334455}\n',
    [],
    { email: 'ann@x.io', user_id: '7210448301122334455' },
  ],
  [
    'events.csv',
    'email,action,Total\nann@x.io,Bought,7\n',
    ['--as', 'events', '-m', 'Total=properties.total:number'],
    { email: 'ann@x.io', action: 'Bought', properties: { total: 7 } },
  ],
  [
    'orders.ndjson',
    '{"provider":"shop","action":"placed","email":"ann@x.io","order_id":"1","grand_total":7}\n',
    ['--as', 'order-activities'],
    { provider: 'shop', action: 'placed', email: 'ann@x.io', order_id: '1', grand_total: 7 },
  ],
];

describe.each(first)('the first record of %s (%j)', (name, content, args, record) => {
  test('is shown by a dry run in its final form', async () => {
    const { stderr } = await importing(name, content, ...args, '--dry-run');
    const shown = /The first record, as it would be sent:\n((?: {2}.*\n)+)/.exec(stderr)?.[1] ?? '';
    expect(JSON.parse(shown)).toEqual(record);
    const { stdout } = await importing(name, content, ...args, '--dry-run', '--json');
    expect(JSON.parse(stdout).first).toEqual(record);
    const { bodies } = await importing(name, content, ...args);
    expect(bodies.join('\n')).toContain(JSON.stringify(record));
  });
});

describe('the end of an import', () => {
  const rows = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? `p${i}@x.io,1` : `p${i}.x.io,${i}`));
  const csv = `email,total\n${rows.join('\n')}\nann@x.io,many\nann@x.io\n`;
  const args = ['-m', 'total=base_lead_score'];
  const reasons = [
    'Reasons for rejections, most common first:',
    '  6 × email must be a valid email address',
    '  1 × total must be a whole number, not …',
    '  1 × expected 2 cells, found 1',
  ].join('\n');

  test.each([[[]], [['--dry-run']]])('lists the most common reasons for rejections: %j', async (more) => {
    const { code, stderr } = await importing('people.csv', csv, ...args, ...more);
    expect(code).toBe(3);
    expect(stderr).toContain(reasons);
    const { stdout } = await importing('people.csv', csv, ...args, ...more, '--json');
    expect(JSON.parse(stdout).reasons).toEqual([
      { reason: 'email must be a valid email address', count: 6 },
      { reason: 'total must be a whole number, not …', count: 1 },
      { reason: 'expected 2 cells, found 1', count: 1 },
    ]);
  });

  test('says how long it took', async () => {
    const { stderr } = await importing('people.csv', csv, ...args);
    expect(stderr).toMatch(/That took (?:less than a second\.|\d+:\d\d: [\d,]+ records? a second\.)/);
  });
});

describe('a skipped column', () => {
  test.each([
    ['Favourite Boat', []],
    ['Kommentar', []],
    ["Ann's note", []],
    ['Total', ['--as', 'events', '--set', 'action=Bought']],
    ['shop.code', ['--as', 'events', '--set', 'action=Bought']],
  ])('%s is shown with the option that keeps it: %j', async (column, args) => {
    const csv = `email,${column}\nann@x.io,7\n`;
    const { stderr } = await importing('people.csv', csv, ...args, '--dry-run');
    const [, quoted = ''] = /keep it with --map ('.*')\)/.exec(stderr) ?? [];
    const option = quoted.slice(1, -1).replaceAll("'\\''", "'");
    const kept = await importing('people.csv', csv, ...args, '--map', option, '--dry-run', '--json');
    expect(kept.code, stderr).toBe(0);
    expect(JSON.stringify(JSON.parse(kept.stdout).first)).toContain('"7"');
  });
});

test('a file with a backslash before quotes is read correctly, with a note', async () => {
  const { stderr, bodies } = await importing(
    'dump.csv',
    'email,first_name,custom_fields.note\n"ann@x.io","Ann","said \\"hi\\", twice"\n"bob@x.io","Bob","C:\\\\"\n',
  );
  expect(stderr).toContain('The file has a backslash before quotes within cells. It is left out.');
  expect(bodies.join('')).toContain(JSON.stringify({ note: 'said "hi", twice' }));
});

/* Cases from public bug reports about other importers. */

test('rows that only lack skipped cells are imported, since spreadsheets omit empty ones', async () => {
  const csv = 'email;first_name;Kommentar;\nann@x.io;Ann;;\nbob@x.io;Bob\ncy@x.io\n';
  const { code, stderr, bodies } = await importing('people.csv', csv);
  expect([code, stderr]).toEqual([3, expect.stringContaining('1 × expected 4 cells, found 1')]);
  expect(bodies.join('')).toContain('{"email":"bob@x.io","first_name":"Bob"}');
});

test.each([1, 9999])('bytes that are not UTF-8 are found in line %d', async (line) => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `p${i}@x.io,Zoë and José\n`);
  const text = `email,company\n${lines.join('')}`.split('\n');
  const bytes = text.map((one, i) =>
    Buffer.from(i === line ? `${one}\xe9\n` : `${one}\n`, i === line ? 'latin1' : 'utf8'),
  );
  const { code, stderr } = await importing('people.csv', Buffer.concat(bytes), '--dry-run');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`people.csv, line ${line + 1}: not valid UTF-8.`),
  ]);
});

test('a row with a stray quote is rejected unchanged, and a header with one ends the import', async () => {
  const csv = 'email,note\nann@x.io,"the "fast" one"\nbob@x.io,ok\n';
  const { code, stderr, bodies } = await importing('people.csv', csv);
  expect([code, stderr]).toEqual([3, expect.stringContaining('1 × text follows a closing quote (')]);
  expect(bodies.join('')).toContain('bob@x.io');
  const report = /See (\S+) for/.exec(stderr)?.[1] ?? '';
  expect(await readFile(report, 'utf8')).toContain('"ann@x.io,""the ""fast"" one"""');
  const header = await importing('people.csv', '"e" mail,note\nann@x.io,x\n');
  expect([header.code, header.stderr]).toEqual([
    2,
    expect.stringContaining('line 1: text follows a closing quote'),
  ]);
});
