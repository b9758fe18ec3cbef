import { describe, expect, test } from 'vitest';
import { isConsent, isRefusal, readStatus } from '../src/import/consent.ts';
import { trickle, typing } from './command.ts';
import { imported as importedInto, sandbox } from './sandbox.ts';

/** Imports a CSV file. Returns the messages, and the subscribers by the first part of their addresses. */
const imported = (csv: string, ...args: readonly string[]) => importedAs('people.csv', csv, args);

async function importedAs(...given: Parameters<typeof importedInto>) {
  const { code, stderr, people } = await importedInto(...given);
  return { code, stderr, people: await people() };
}

describe('two members that become one', () => {
  test.each([
    ['{"email":"ann@x.io","tags":["vip"],"tags":["new"]}', 'tags'],
    ['{"email":"ann@x.io","custom_fields":{"plan":"a","size":"s","plan" : "b"}}', 'plan'],
    ['{"email":"ann@x.io","email":"bob@x.io"}', 'email'],
  ])('the record %s is rejected, whose member %s is there twice', async (record, member) => {
    const ndjson = `${record}\n{"email":"cy@x.io","city":"\\"city\\":"}\n`;
    const { code, stderr, people } = await importedAs('people.ndjson', ndjson, ['--errors', '/dev/null']);
    expect([code, Object.keys(people)]).toEqual([3, ['cy']]);
    expect(stderr).toContain(`the member ${member} is there twice`);
  });

  test('are rejected with the names of both', async () => {
    const ndjson = '{"email":"ann@x.io","Plan":"a","plan":"b"}\n';
    const { code, stderr } = await importedAs('people.ndjson', ndjson, ['--unmapped', 'keep', '--dry-run']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('Plan and plan both set custom_fields.plan')]);
  });
});

/** Consent columns of exports, with values of people who agreed, refused, or did not answer. */
const consents = {
  'Accepts Email Marketing': { yes: ['yes', 'TRUE'], no: ['no', 'false', ''] },
  'Accepts Marketing': { yes: ['yes'], no: ['no'] },
  'Email Marketing Consent': { yes: ['SUBSCRIBED'], no: ['UNSUBSCRIBED', 'NEVER_SUBSCRIBED', ''] },
  GDPR: { yes: ['granted'], no: ['denied'] },
  EMAIL_BLACKLISTED: { yes: ['No', ''], no: ['Yes', 'true'] },
  'Unsubscribed from all email': { yes: ['false', ''], no: ['true'] },
  unsubscribed_at: { yes: [''], no: ['2026-01-02 10:00:00'] },
  UNSUB_TIME: { yes: [''], no: ['2026-01-02 10:00:00'] },
  'Opt-in status': { yes: ['Opted in', 'confirmed'], no: ['Opted out', 'unconfirmed'] },
  'Marketing status': { yes: ['Subscribed'], no: ['Non-subscribed', 'Cleaned'] },
  Newsletter: { yes: ['1'], no: ['0'] },
} as const;

test.each(['Unsubscribed', 'opted-out', 'Never Subscribed', 'BLACKLISTED'])('%s is a refusal', (cell) => {
  expect(isRefusal(cell)).toBe(true);
});

test('a row with a refusal is rejected until an option decides about it, whatever the column is called', async () => {
  const csv = 'email,Mailings\nann@x.io,Fine\nbob@x.io,Unsubscribed\n';
  const importing = async (...args: readonly string[]) => {
    const { code, people } = await imported(csv, ...args);
    return [code, ...Object.keys(people)];
  };
  expect(await importing()).toEqual([3, 'ann']);
  expect(await importing('--unmapped', 'keep')).toEqual([3, 'ann']);
  expect(await importing('--where', 'Mailings!=Unsubscribed')).toEqual([0, 'ann']);
  expect(await importing('--ignore-consent')).toEqual([0, 'ann', 'bob']);
});

test.each(Object.entries(consents))('a column %s says who agreed', (column, { yes, no }) => {
  expect(isConsent(column)).toBe(true);
  for (const cell of yes) expect(readStatus(column, cell), cell).toEqual({ value: 'active' });
  for (const cell of no) expect(readStatus(column, cell), cell).toEqual({ value: 'unsubscribed' });
});

describe('a column about consent', () => {
  const column = 'Accepts Email Marketing';
  const csv = `email,${column}\nyes@x.io,TRUE\nno@x.io,no\nempty@x.io,\n`;
  const statuses = (people: Awaited<ReturnType<typeof imported>>['people']) =>
    Object.entries(people).map(([name, one]) => `${name} ${one?.status}`);
  const decided = ['yes active', 'no unsubscribed', 'empty unsubscribed'];
  const everybody = ['yes active', 'no active', 'empty active'];

  test('stops an import without a decision', async () => {
    const { code, stderr, people } = await imported(csv);
    expect([code, people]).toEqual([2, {}]);
    for (const option of ['--where', '--status-from', '--ignore-consent']) expect(stderr).toContain(option);
  });

  test.each([
    [['--status-from', column.toUpperCase()], decided],
    [['--ignore-consent'], everybody],
  ])('is decided about by %j', async (args, expected) => {
    const { code, people } = await imported(csv, ...args);
    expect([code, statuses(people)]).toEqual([0, expected]);
  });

  test.each([
    ['u', decided],
    ['Everybody', everybody],
  ])('is asked about on a terminal, and the answer %s counts', async (answer, expected) => {
    const { code, stderr, people } = await importedAs('people.csv', csv, [], typing(answer));
    expect(stderr).toContain(`The column ${column} seems to say who may get emails.`);
    expect([code, statuses(people)]).toEqual([0, expected]);
  });

  test.each(['s', '', 'what?'])('stops the import on a terminal with the answer %j', async (answer) => {
    const { code, people } = await importedAs('people.csv', csv, [], typing(answer));
    expect([code, people]).toEqual([2, {}]);
  });
});

/** Consent members in NDJSON of other services. `within`: the object that has them. */
const members: readonly { name: string; yes: unknown[]; no: unknown[]; within?: string }[] = [
  { name: 'EMAIL_BLACKLISTED', yes: ['No', ''], no: ['Yes'] },
  { name: 'accepts_marketing', yes: [true], no: [false, null] },
  { name: 'email_marketing_consent', yes: [{ state: 'subscribed' }], no: [{ state: 'not_subscribed' }] },
  { name: 'unsubscribed', yes: [false, 0], no: [true, 1] },
  { name: 'subscribed', yes: ['yes', true], no: ['no', false], within: 'custom_fields' },
  { name: 'marketing_consent', yes: [{ state: 'subscribed' }], no: [{ state: 'no' }], within: 'profile' },
  { name: 'newsletter', yes: [true], no: [false], within: 'preferences' },
  { name: 'status', yes: ['subscribed'], no: ['unsubscribed'], within: 'subscription' },
];

const recordsOf = ({ name, yes, no, within }: (typeof members)[number]) => {
  const lineOf = (email: string, value: unknown) =>
    JSON.stringify({
      email,
      ...(within === undefined ? { [name]: value } : { [within]: { [name]: value, size: 's' } }),
    });
  return [
    ...yes.map((value, i) => lineOf(`yes${i}@x.io`, value)),
    ...no.map((value, i) => lineOf(`no${i}@x.io`, value)),
  ];
};

const importing = (lines: readonly string[], ...args: readonly string[]) =>
  importedAs('people.ndjson', lines.join('\n'), ['--unmapped', 'ignore', ...args]);

test.each(members)(
  'a member $name in $within stops an import without a decision, and sets the status with --status-from',
  async (member) => {
    const name = member.within === undefined ? member.name : `${member.within}.${member.name}`;
    const lines = recordsOf(member);
    const stopped = await importing(lines);
    expect([stopped.code, stopped.people]).toEqual([2, {}]);
    expect(stopped.stderr).toContain(`--status-from '${name}'`);
    const { code, people } = await importing(lines, '--status-from', name.toUpperCase());
    expect([code, Object.keys(people).length]).toEqual([0, lines.length]);
    for (const [who, one] of Object.entries(people))
      expect(one?.status, who).toBe(who.startsWith('yes') ? 'active' : 'unsubscribed');
  },
);

test('members about consent that first appear later in the file are rejected, except with --ignore-consent', async () => {
  const lines = members.flatMap(recordsOf);
  const first = Array.from(
    { length: 70 },
    (_, i) => `{"email":"first${i}@x.io","city":"${'x'.repeat(1000)}"}`,
  );
  const { code, stderr, people } = await importing([...first, ...lines]);
  expect([code, Object.keys(people).filter((who) => !who.startsWith('first'))]).toEqual([3, []]);
  expect(stderr).toContain(`${lines.length} records rejected`);
  const all = await importing(lines, '--ignore-consent');
  expect([all.code, Object.keys(all.people).length]).toEqual([
    0,
    new Set(lines.map((line) => JSON.parse(line).email)).size,
  ]);
});

test.each([
  ['a custom field', { custom_fields: { mailings: 'Unsubscribed' } }],
  ['a member without a field', { situation: 'opted out' }],
])(
  'a record of NDJSON with %s that refuses is rejected until an option decides about it',
  async (_, more) => {
    const ndjson = `{"email":"ann@x.io"}\n${JSON.stringify({ email: 'bob@x.io', ...more })}\n`;
    const args = ['--unmapped', 'ignore', '--errors', '/dev/null'];
    const open = await importedAs('people.ndjson', ndjson, args);
    expect([open.code, Object.keys(open.people)]).toEqual([3, ['ann']]);
    const all = await importedAs('people.ndjson', ndjson, [...args, '--ignore-consent']);
    expect(Object.keys(all.people).sort()).toEqual(['ann', 'bob']);
  },
);

test.each(['csv', 'ndjson'])(
  'a subscriber of an export in %s keeps its status and its consent field',
  async (format) => {
    const { client, fetch, people } = await sandbox();
    await client.subscribers.upsert({ email: 'ann@x.io', custom_fields: { newsletter: 'no' } });
    const { stdout } = await trickle(['export', 'subscribers', '--format', format], { fetch });
    const { code, stderr, people: copies } = await importedAs(`people.${format}`, stdout, []);
    expect([code, copies.ann?.custom_fields], stderr).toEqual([0, { newsletter: 'no' }]);
    expect(copies.ann?.status).toBe((await people()).ann?.status);
  },
);

test.each([
  [
    'csv',
    'email,OK,Consent State\nann@x.io,1,NOT_SUBSCRIBED\nbob@x.io,1,SUBSCRIBED\n',
    'Consent State=SUBSCRIBED',
  ],
  ['csv', 'email,Newsletter\nann@x.io,Off\nbob@x.io,Never subscribed\n', 'Newsletter!=Off'],
  ['csv', 'email,Unsubscribed\nann@x.io,Nope\n', 'Unsubscribed=Nope'],
  ['csv', 'email,EMAIL_BLACKLISTED\nann@x.io,Yes\nbob@x.io,No\n', 'EMAIL_BLACKLISTED=No'],
  ['ndjson', '{"email":"ann@x.io","custom_fields":{"subscribed":"no"}}\n', 'custom_fields.subscribed!=no'],
  [
    'ndjson',
    '{"email":"ann@x.io","subscribed":false}\n{"email":"b@x.io","subscribed":true}\n',
    'subscribed=true',
  ],
])('the example of --where in the error has a value of the file: %s %j', async (format, content, example) => {
  const { code, stderr } = await importedAs(`people.${format}`, content, ['--unmapped', 'ignore']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`--where '${example}'`)]);
});

test.each([['--dry-run'], []])('rows that --where leaves out are counted at the end %s', async (...more) => {
  const csv = 'email,Plan\nann@x.io,pro\nbob@x.io,free\ncy@x.io,\n';
  const { stderr } = await imported(csv, '--where', 'Plan=pro', ...more);
  expect(stderr).toContain('--where left out 2 records.');
});

test('--where chooses records of NDJSON, and may name a member that only some have', async () => {
  const ndjson = '{"email":"ann@x.io","plan":"pro"}\n{"email":"bob@x.io"}\n{"email":"cy@x.io","plan":7}\n';
  const importing = async (condition: string) => {
    const args = ['--unmapped', 'ignore', '--where', condition];
    return Object.keys((await importedAs('people.ndjson', ndjson, args)).people).sort();
  };
  expect(await importing('plan=PRO')).toEqual(['ann']);
  expect(await importing('plan=7')).toEqual(['cy']);
  expect(await importing('plan=')).toEqual(['bob']);
  expect(await importing('level=')).toEqual(['ann', 'bob', 'cy']);
});

test('a value that is neither yes nor no is rejected', async () => {
  const { code, stderr, people } = await imported(
    'email,Accepts Marketing\nann@x.io,perhaps\nbob@x.io,yes\n',
    ...['--status-from', 'Accepts Marketing', '--errors', '/dev/null'],
  );
  expect([code, Object.keys(people)]).toEqual([3, ['bob']]);
  expect(stderr).toContain('1 record rejected');
});

test.each([
  ['Plan=PRO', ['ann']],
  ['Plan!=pro', ['bob', 'cy']],
  ['plan=', ['cy']],
  ['Plan!=', ['ann', 'bob']],
])('--where %s imports %j', async (condition, names) => {
  const { code, people } = await imported(
    'email,Plan\nann@x.io,pro\nbob@x.io,free\ncy@x.io,\n',
    '--where',
    condition,
  );
  expect([code, Object.keys(people).sort()]).toEqual([0, names]);
});

test('--where decides about consent, and the error for an unknown column names it', async () => {
  const csv = 'email,Accepts Email Marketing\nann@x.io,yes\nbob@x.io,no\n';
  const { people } = await imported(csv, '--where', 'Accepts Email Marketing=yes');
  expect(Object.keys(people)).toEqual(['ann']);
  const { code, stderr } = await imported(csv, '--where', 'Consent=yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining("--where: no column 'Consent'")]);
});

test.each([
  ...['tags', 'status', 'eu_consent', 'sms_consent', 'prospect', 'phone'],
  ...['First Name', 'Plan', 'Subscriber since'],
])('a column %s says nothing about consent', (column) => {
  expect(isConsent(column)).toBe(false);
});

test('an invisible character within an address is reported', async () => {
  const { code, stderr } = await imported('email\nann@\u200bx.io\n', '--dry-run');
  expect([code, stderr]).toEqual([3, expect.stringContaining('contains the invisible character U+200B')]);
});

test('rows with only separators are blank', async () => {
  const { code, people } = await imported('email,city,zip\nann@x.io,Bath,1\n,,\n , ,\nbob@x.io,,\n');
  expect([code, Object.keys(people)]).toEqual([0, ['ann', 'bob']]);
});

test('a hundred thousand skipped rows do not end the import', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => `p${i}@x.io,no`).join('\n');
  const csv = `email,OK\n${rows}\nann@x.io,yes\n`;
  const { code, people } = await imported(csv, '--where', 'OK=yes');
  expect([code, Object.keys(people)]).toEqual([0, ['ann']]);
});
