import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Fetch } from '@trickle/sdk';
import { describe, expect, test } from 'vitest';
import { jsonLines, REACHING, subscribersCsv, temporaryFile, trickle } from './command.ts';
import { imported, sandbox } from './sandbox.ts';

describe('a CSV file', () => {
  test('becomes subscribers, with a byte order mark, semicolons and line breaks within quotes', async () => {
    const { code, stderr, file, subscribers } = await imported(
      'subscribers.csv',
      '\uFEFFE-Mail;First Name;Plan;Tags;prospect;lifetime_value;address1\r\n' +
        'ann@x.io;"Ann ""A.""";pro;vip,new;no;1200;"Main St 1\r\nBack door"\r\n' +
        'bob@x.io;;;;YES;;\r\n',
      ['--map', 'Plan=custom_fields.plan', '--tag', 'imported', '--set', 'status=unsubscribed'],
    );
    expect(stderr).toContain('Plan            →  custom_fields.plan');
    expect(stderr).toContain('Imported 2 records.');
    expect(code).toBe(0);
    const [ann, bob] = await subscribers();
    expect(ann).toMatchObject({
      ...{ email: 'ann@x.io', first_name: 'Ann "A."', custom_fields: { plan: 'pro' }, prospect: false },
      ...{ tags: ['vip', 'new', 'imported'], lifetime_value: 1200, status: 'unsubscribed' },
      address1: 'Main St 1\r\nBack door',
    });
    expect(bob).toMatchObject({ email: 'bob@x.io', tags: ['imported'], prospect: true, custom_fields: {} });
    expect(existsSync(`${file}.checkpoint`)).toBe(false);
  });

  test('from Windows is read with its encoding, which is distinguished from UTF-8', async () => {
    const bytes = Buffer.from('email,first_name\na@x.io,J\xfcrgen\n', 'latin1');
    const wrong = await imported('subscribers.csv', bytes);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain('--encoding; files saved by Excel are often windows-1252');
    const { code, people } = await imported('subscribers.csv', bytes, ['--encoding', 'windows-1252']);
    expect([code, (await people()).a?.first_name]).toEqual([0, 'Jürgen']);
  });

  test('without a header has the columns given by the option, also from standard input', async () => {
    const { fetch, subscribers } = await sandbox();
    const args = ['import', '-', '--columns', 'email,first_name'];
    expect(await trickle(args, { fetch, stdin: 'a@x.io,Ann\n' })).toMatchObject({ code: 0 });
    expect(await subscribers()).toMatchObject([{ email: 'a@x.io', first_name: 'Ann' }]);
  });
});

describe('invalid records', () => {
  const content =
    'email,first_name,prospect\r\nann@x.io,Ann,yes\r\n"no ""address""",Bob,no\r\ncyd@x.io,"Cyd\r\nJr.",maybe\r\ndan@x.io,Dan\r\neve@x.io,Eve,no,more\r\nfay@x.io,Fay,no,\r\n';

  test('are written to a file that can be corrected and imported', async () => {
    const { code, stderr, report, fetch, subscribers } = await imported('subscribers.csv', content);
    expect(code).toBe(3);
    expect(stderr).toContain(`4 records rejected. See ${report} for the reasons`);
    const text = await readFile(report, 'utf8');
    expect(text).toBe(
      '\uFEFFerror_line,error_reason,email,first_name,prospect\n' +
        '3,email must be a valid email address,"no ""address""",Bob,no\n' +
        '4,"prospect must be yes or no, not ""maybe""",cyd@x.io,"Cyd\r\nJr.",maybe\n' +
        '6,"expected 3 cells, found 2",dan@x.io,Dan\n' +
        '7,"expected 3 cells, found 4",eve@x.io,Eve,no,more\n',
    );
    const mended = text
      .replace('"no ""address"""', 'bob@x.io')
      .replace('Jr.",maybe', 'Jr.",no')
      .replace('dan@x.io,Dan', 'dan@x.io,Dan,yes')
      .replace('no,more', 'no');
    await writeFile(report, mended);
    expect(await trickle(['import', report], { fetch })).toMatchObject({ code: 0 });
    expect((await subscribers()).map(({ email }) => email)).toEqual([
      ...['ann@x.io', 'fay@x.io', 'bob@x.io', 'cyd@x.io', 'dan@x.io', 'eve@x.io'],
    ]);
  });

  test('never replace a report that somebody may be correcting', async () => {
    const { fetch } = await sandbox();
    const file = await temporaryFile('subscribers.csv', content);
    const report = file.replace('.csv', '.errors.csv');
    await writeFile(report, 'half mended');
    await trickle(['import', file], { fetch });
    expect(await readFile(report, 'utf8')).toBe('half mended');
    expect(await readFile(file.replace('.csv', '.errors-2.csv'), 'utf8')).toContain('cyd@x.io');
  });
});

describe('a dry run', () => {
  test('checks everything, shows what would be sent, and needs no credentials', async () => {
    const fetch = () => expect.unreachable('Nothing may be sent.');
    const file = await temporaryFile('subscribers.csv', `${subscribersCsv(2500)}nobody,x\n`);
    const { code, stderr } = await trickle(['import', file, '--dry-run'], { fetch, env: {} });
    expect(code).toBe(3);
    expect(stderr).toContain('Line 2502: email must be a valid email address');
    expect(stderr).toContain(
      'Of 2,501 records, 2,500 records would be imported with 3 requests (0.1 MB), and 1 record would be rejected.',
    );
    expect(existsSync(`${file}.checkpoint`)).toBe(false);
    expect(existsSync(file.replace('.csv', '.errors.csv'))).toBe(false);
  });

  test('says how long the limits delay it, and writes a report if requested', async () => {
    const file = await temporaryFile('subscribers.csv', subscribersCsv(3));
    const errors = `${file}.wrong`;
    await writeFile(file, `${subscribersCsv(120)}x,y\n`);
    const { stderr } = await trickle(['import', file, '--dry-run', '--chunk-size', '1', '--errors', errors], {
      env: {},
    });
    expect(stderr).toContain('make this take at least 2 hours.');
    expect(await readFile(errors, 'utf8')).toContain('122,email must be a valid email address,x,y');
  });
});

describe('NDJSON', () => {
  test('is sent unchanged, without nulls and without fields that the service sets', async () => {
    const lines = [
      {
        ...{ email: 'ann@x.io', first_name: null, tags: ['vip'] },
        ...{ href: 'x', id: 'other', eu_consent: 'unknown', lead_score: 3 },
      },
      { email: 'bob@x.io', custom_fields: { plan: 'pro', old: null } },
    ];
    const ndjson = lines.map((line) => `${JSON.stringify(line)}\r\n`).join('\n');
    const { code, subscribers } = await imported('subscribers.ndjson', ndjson);
    expect([code, await subscribers()]).toMatchObject([
      0,
      [
        { email: 'ann@x.io', tags: ['vip'] },
        { email: 'bob@x.io', custom_fields: { plan: 'pro' } },
      ],
    ]);
  });

  test('that is invalid is written to a report in NDJSON', async () => {
    const ndjson = '{"emial":"a@x.io"}\n{"email"\n\n[1]\n{"email":"b@x.io"}';
    const { code, report, subscribers } = await imported('subscribers.ndjson', ndjson);
    expect(code).toBe(3);
    expect(jsonLines(await readFile(report, 'utf8'))).toEqual([
      {
        emial: 'a@x.io',
        error_line: 1,
        error_reason:
          'email or id or visitor_uuid is required; emial is not a member here, did you mean email?',
      },
      { error_line: 2, error_reason: 'not valid JSON', error_text: '{"email"' },
      { error_line: 4, error_reason: 'not a JSON object', error_text: '[1]' },
    ]);
    expect(await subscribers()).toHaveLength(1);
  });
});

describe('other kinds of records', () => {
  test('events, with their own properties', async () => {
    const csv = 'email,action,properties.value,Color,Total\na@x.io,Bought,1999,red,12.5\n';
    const args = ['--as', 'events', '--unmapped', 'keep', '--map', 'Total=properties.total:number'];
    const { code, server } = await imported('e.csv', csv, args);
    expect(code).toBe(0);
    await server.settle();
    const events = await server.events({ event: 'subscriber.performed_custom_event' });
    expect(events).toMatchObject([
      { properties: { action: 'Bought', value: 1999, Color: 'red', total: 12.5 } },
    ]);
  });

  test('unsubscribes from a list of subscribers', async () => {
    const { fetch, client, subscribers } = await sandbox();
    await client.subscribers.upsert({ email: 'a@x.io' });
    const file = await temporaryFile('gone.csv', 'id,Email Address,first_name\n1,a@x.io,Ann\n');
    expect(await trickle(['import', file, '--as', 'unsubscribes'], { fetch })).toMatchObject({ code: 0 });
    expect(await subscribers()).toMatchObject([{ email: 'a@x.io', status: 'unsubscribed' }]);
  });

  test.each([
    ['orders', { email: 'a@x.io', amount: 100, items: [{ name: 'Boat' }], cancelled_at: null }],
    [
      'cart-activities',
      {
        ...{ provider: 'shop', email: 'a@x.io', action: 'created' },
        ...{ cart_id: '1', cart_url: 'https://x.io', own: [1] },
      },
    ],
    [
      'order-activities',
      {
        ...{ provider: 'shop', email: 'a@x.io', action: 'placed' },
        ...{ order_id: '1', grand_total: 1.5, items: [{ own: true }] },
      },
    ],
    [
      'product-activities',
      {
        ...{ provider: 'shop', action: 'created', product_id: '1', product_variant_id: '1' },
        ...{ name: 'Boat', price: 2 },
      },
    ],
  ])('%s arrive whole, by NDJSON and by CSV', async (kind, record) => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (request) => {
      const body = await request.json();
      sent.push(Object.values(body.batches?.[0] ?? body)[0]);
      return Response.json({ request_ids: ['1'] }, { status: 202 });
    };
    const cell = (value: unknown) =>
      value === null
        ? ''
        : typeof value === 'object'
          ? `"${JSON.stringify(value).replaceAll('"', '""')}"`
          : value;
    const csv = `${Object.keys(record)}\n${Object.values(record).map(cell)}\n`;
    const ndjson = JSON.stringify(record);
    const map = 'own' in record ? ['--map', 'own=own:json'] : [];
    await trickle(['import', await temporaryFile('r.ndjson', ndjson), '--as', kind], { fetch });
    await trickle(['import', await temporaryFile('r.csv', csv), '--as', kind, ...map], { fetch });
    const { cancelled_at: _, ...inCsv } = { cancelled_at: undefined, ...record };
    expect(sent).toEqual([[record], [inCsv]]);
  });
});

test.each<[string, string | Uint8Array, string, ...string[]]>([
  ['an empty file', '', 'is empty'],
  ['a file of subscribers without addresses', 'Name\nAnn\n', 'has no column for email'],
  ['a web page', '<!doctype html>\n<p>Log in</p>', 'is a page or a document in HTML or XML'],
  ['a quote that is never closed', 'email\n"a@x.io\n', 'line 2: this quote is never closed'],
  [
    'a separator of two letters',
    'email\na@x.io',
    '--delimiter must be one character or "tab", not \';;\'',
    '--delimiter',
    ';;',
  ],
  ['an unknown encoding', 'email\na@x.io', "unknown encoding 'utf-9'", '--encoding', 'utf-9'],
  ['a value of the wrong kind', 'email\na@x.io', '--set: prospect must be yes or no', '--set', 'prospect=x'],
  ['a constant without a field', 'email\na@x.io', "--set must be <field>=<value>, not 'vip'", '--set', 'vip'],
])('%s is refused before anything is sent', async (_, content, words, ...args) => {
  const fetch = () => expect.unreachable('Nothing may be sent.');
  const { code, stderr } = await trickle(['import', await temporaryFile('x.csv', content), ...args], {
    fetch,
  });
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test('a JSON array is rejected, and the error says what to do', async () => {
  const file = await temporaryFile('subscribers.json', '[{"email":"a@x.io"}]');
  expect((await trickle(['import', file])).stderr).toContain("jq -c '.[]'");
});

test('a progress bar is drawn on a terminal, and removed at the end', async () => {
  const { stderr } = await imported('subscribers.csv', subscribersCsv(1500), [], { isTerminal: true });
  expect(stderr).toContain('\r\u001B[K');
  expect(stderr.trimEnd().split('\n').at(-1)).toContain('Imported 1,500 records.');
});

test('--quiet prints nothing unless something is wrong, and colors can be switched off', async () => {
  const typed = { isTerminal: true, env: { ...REACHING, NO_COLOR: '1' } };
  const quiet = await imported('subscribers.csv', subscribersCsv(3), ['--quiet'], typed);
  expect(quiet).toMatchObject({ code: 0, stderr: '' });
  const colored = await imported('subscribers.csv', subscribersCsv(3), [], typed);
  expect(colored.stderr.replaceAll('\u001B[K', '')).not.toContain('\u001B');
});
