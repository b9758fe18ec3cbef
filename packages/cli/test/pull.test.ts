import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSeed } from '@trickle/mock-server';
import { expect, test } from 'vitest';
import { temporaryFolder, trickle } from './command.ts';
import { filesIn, inFrontOf, place } from './copied-account.ts';
import { sandbox, seedOf } from './sandbox.ts';

const SECRET = 'ann.private@gmail.example';

/** An account with something of every kind, and personal values wherever possible. */
const SEED = seedOf({
  name: 'Shop',
  url: 'https://shop.example',
  default_from_email: 'shop@shop.example',
  primary_email: SECRET,
  phone_number: '+1 202 555 0188',
  created_at: '2026-01-01T00:00:00Z',
  custom_fields: ['size', 'plan'],
  tags: ['vip', 'trial', `from ${SECRET}`, 'called +49 30 1234567890'],
  event_actions: ['Viewed', `Wrote to ${SECRET}`],
  subscribers: [{ email: SECRET, tags: ['buyer'], custom_fields: { hat: 'L' } }],
  campaigns: [
    {
      id: '111',
      name: `Welcome ${SECRET}`,
      status: 'active',
      bcc: `${SECRET}, bob@gmail.example`,
      notify_subscribe_email: 'bob@gmail.example',
      emails: [{ subject: 'Hi' }, { subject: 'Again' }],
    },
    { id: '20', name: 'Short' },
  ],
  broadcasts: [
    { id: '555', name: 'News', subject: 'Hi', html_body: `<p>Write to ${SECRET}</p>\n`, text_body: 'Hi' },
  ],
  workflows: [
    {
      id: '222',
      name: 'Onboarding',
      triggers: [
        { id: '9001', provider: 'trickle', trigger_type: 'applied_tag', properties: { tag: 'vip' } },
      ],
      steps: [{ type: 'exit' }],
    },
  ],
  forms: [{ id: '333', headline: 'Join', campaign_id: '111', fields: [{ name: 'email' }] }],
  goals: [{ id: '444', name: 'Bought', default_value: 5 }],
  webhooks: [
    { id: '77', post_url: 'https://hooks.live.example/s3cr3t?token=t0ken' },
    { id: '78', post_url: 'https://hooks.live.example/other', events: ['subscriber.created'] },
  ],
});

test('a copy of a loaded copy is the same, byte by byte', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const [first, second] = [await place(), await place()];
  expect(await trickle(['pull', first], { fetch })).toMatchObject({ code: 0 });
  const files = await filesIn(first);
  expect(Object.keys(files)).toEqual([
    '.gitattributes',
    'account.json',
    'bodies/555.html',
    'bodies/555.txt',
    'pull.json',
  ]);
  expect(await trickle(['pull', first], { fetch })).toMatchObject({ code: 0, stdout: '' });
  expect(await filesIn(first)).toEqual(files);

  const copy = await readSeed(first);
  const users = [{ email: 'owner@shop.example', token: 'trickle_demo_token' }];
  const other = await sandbox({
    seed: { accounts: copy.accounts?.map((account) => ({ ...account, users })) },
  });
  expect(await trickle(['pull', second], { fetch: other.fetch })).toMatchObject({ code: 0 });
  const { 'pull.json': report, ...content } = await filesIn(second);
  const { 'pull.json': _, ...expected } = files;
  expect(content).toEqual(expected);
  expect(JSON.parse(report ?? '')).toMatchObject({ leftOut: [], notReadable: { 'emails of campaigns': 0 } });
});

test('the copy has the names and records of the account, and nothing personal or secret', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  const { stdout, stderr } = await trickle(['pull', folder], { fetch });
  const files = await filesIn(folder);
  const written = Object.values(files).join('\n') + stdout + stderr;
  for (const secret of [
    SECRET,
    'private',
    'bob@',
    '555 0188',
    '1234567890',
    's3cr3t',
    't0ken',
    'live.example',
  ]) {
    expect(written).not.toContain(secret);
  }
  expect(written).not.toContain('trickle_demo_token');
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
    id: '9999999',
    primary_email: 'owner@account.example',
    default_from_email: 'shop@shop.example',
    custom_fields: ['hat', 'plan', 'size'],
    tags: ['buyer', 'trial', 'vip'],
    event_actions: ['Viewed'],
    campaigns: [
      { id: '20', name: 'Short' },
      {
        id: '111',
        name: 'Welcome address@removed.example',
        bcc: 'recipient-1@notify.example, recipient-2@notify.example',
        notify_subscribe_email: 'recipient-2@notify.example',
      },
    ],
    broadcasts: [{ html_body: { file: 'bodies/555.html' }, text_body: { file: 'bodies/555.txt' } }],
    workflows: [{ triggers: [{ id: '9001', trigger_type: 'applied_tag', properties: { tag: 'vip' } }] }],
    forms: [{ id: '333', campaign_id: '111' }],
    goals: [{ id: '444', default_value: 5 }],
    webhooks: [
      { post_url: 'https://receiver-1.example/77' },
      { post_url: 'https://receiver-1.example/78', events: ['subscriber.created'] },
    ],
  });
  expect(JSON.parse(files['pull.json'] ?? '')).toMatchObject({
    notReadable: {
      'emails of campaigns': 2,
      'forms, of which the fields are not readable': 1,
      'workflows, of which the steps are not readable': 1,
    },
    leftOut: [
      'tags: 2 that contain an email address or a phone number',
      'event_actions: 1 that contain an email address or a phone number',
    ],
  });
  expect(stderr).toContain('2 emails of campaigns');
});

test('--check exits with 8 and prints what differs, and writes nothing', async () => {
  const { server, fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder], { fetch });
  const before = await filesIn(folder);
  expect(await trickle(['pull', folder, '--check'], { fetch })).toMatchObject({ code: 0, stdout: '' });
  await server.extend({ tags: ['black-friday'], goals: [{ id: '445', name: 'Left' }] });
  await server.campaigns.change('20', { name: 'Shorter' });
  const lines = [
    '+ tags black-friday',
    '~ campaigns Shorter (20): name "Short" → "Shorter"',
    '+ goals Left (445)',
  ];
  const checked = await trickle(['pull', folder, '--check'], { fetch });
  expect(checked.code).toBe(8);
  expect(checked.stdout.trim().split('\n')).toEqual(lines);
  expect(await trickle(['pull', folder, '--dry-run'], { fetch })).toMatchObject({
    code: 0,
    stdout: checked.stdout,
  });
  expect(await filesIn(folder)).toEqual(before);
  const { stdout } = await trickle(['pull', folder, '--json'], { fetch });
  expect(JSON.parse(stdout)).toMatchObject({ folder, isWritten: true, differences: lines });
  expect(await trickle(['pull', folder, '--check'], { fetch })).toMatchObject({ code: 0 });
});

test('--only and --skip choose parts, and a later pull keeps the choice', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder, '--only', 'tags,goals,webhooks', '--skip', 'webhooks'], { fetch });
  const members = async () => Object.keys(JSON.parse((await filesIn(folder))['account.json'] ?? ''));
  expect(await members()).toEqual(['id', 'tags', 'goals']);
  await trickle(['pull', folder], { fetch });
  expect(await members()).toEqual(['id', 'tags', 'goals']);
  const wrong = await trickle(['pull', folder, '--only', 'tag'], { fetch });
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain('--only takes account, fields, tags');
});

test('a pull that fails or is interrupted leaves the folder unchanged', async () => {
  const { fetch, server } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder], { fetch });
  const before = await filesIn(folder);
  await server.extend({ tags: ['new'] });
  let interrupt: (() => void) | undefined;
  const { fetch: reach } = inFrontOf(fetch, (path) => {
    if (!path.includes('/workflows')) return undefined;
    interrupt?.();
    return interrupt ? undefined : [418, '{}'];
  });
  const failed = await trickle(['pull', folder], { fetch: reach });
  expect(failed.code).toBe(1);
  expect(await filesIn(folder)).toEqual(before);
  const onStart = (listener: () => void) => {
    interrupt = listener;
  };
  expect(await trickle(['pull', folder], { fetch: reach, onStart })).toMatchObject({ code: 130 });
  expect(await filesIn(folder)).toEqual(before);
  expect(await readdir(join(folder, '..'))).toEqual(['copy']);
});

test.each([
  ['the first pull', ['account.json', 'pull.json'], rename],
  ['a later pull', ['account.json'], copyFile],
])('a pull repairs a folder after %s crashed between two renames', async (_, left, move) => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await place();
  await trickle(['pull', folder], { fetch });
  const copy = await filesIn(folder);
  await mkdir(join(folder, '.pull', 'new'), { recursive: true });
  await writeFile(join(folder, 'bodies', 'old.html'), 'old');
  for (const name of left) await move(join(folder, name), join(folder, '.pull', 'new', name));
  expect(await trickle(['pull', folder], { fetch })).toMatchObject({ code: 0 });
  expect(await filesIn(folder)).toEqual(copy);
});

test.each(['account.json', 'pull.json', 'bodies/555.html'])(
  '--check ignores line endings that Git has changed in %s',
  async (name) => {
    const { fetch } = await sandbox({ seed: SEED });
    const folder = await place();
    await trickle(['pull', folder], { fetch });
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).toContain('\n');
    await writeFile(join(folder, name), text.replaceAll('\n', '\r\n'));
    expect(await trickle(['pull', folder, '--check'], { fetch })).toMatchObject({ code: 0, stdout: '' });
  },
);

test('files that are already in the folder are refused or kept', async () => {
  const { fetch } = await sandbox({ seed: SEED });
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'notes.txt'), 'mine');
  const refused = await trickle(['pull', folder], { fetch });
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('is not empty and has no copy of an account');
  expect(await readdir(folder)).toEqual(['notes.txt']);
  const copy = await place();
  await trickle(['pull', copy], { fetch });
  await writeFile(join(copy, 'additions.json'), '{"goals":[{"id":"9","name":"Mine"}]}');
  await writeFile(join(copy, 'bodies', 'old.html'), 'gone');
  await trickle(['pull', copy], { fetch });
  const files = await filesIn(copy);
  expect(files['additions.json']).toContain('Mine');
  expect(files).not.toHaveProperty('bodies/old.html');
  const { goals } = (await readSeed(copy)).accounts?.[0] ?? {};
  expect(goals?.map(({ id }) => id)).toEqual(['444', '9']);
});
