import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRESET_NAMES } from '../src/import/presets.ts';
import { presetOf } from '../src/import/recognise-preset.ts';
import { temporaryFile, trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

/* Exports of other services, with made-up rows. The columns are those documented by each service. */
const folder = join(import.meta.dirname, 'exports');

/** Imports a file. Returns the output, and the subscribers by the first part of their addresses. */
async function imported(file: string, ...args: readonly string[]) {
  const { fetch, people } = await sandbox();
  const { code, stderr } = await trickle(['import', file, ...args], { fetch });
  return { code, stderr, people: await people() };
}

const name = { first_name: 'Ann', last_name: 'Oar' };
const phone = '+12065550101';
const address = { address1: '1 Harbour St', city: 'Seattle', zip: '98101' };

/** The output for each file, and its subscribers. Ann agreed to emails unless her file is one of people who did not. */
const EXPORTS: Readonly<
  Record<string, { readonly title: string; readonly ann: object; readonly refused?: readonly string[] }>
> = {
  'subscribed_email_audience_export_1.csv': {
    title: 'Mailchimp (subscribed)',
    ann: {
      ...{ ...name, phone, status: 'active', tags: ['VIP', 'Boats, used'], ip_address: '192.0.2.7' },
      ...{ time_zone: 'America/Los_Angeles', country: 'US', state: 'WA' },
    },
  },
  'unsubscribed_email_audience_export_1.csv': {
    title: 'Mailchimp (unsubscribed)',
    ann: { ...name, status: 'unsubscribed', tags: ['VIP'] },
  },
  'cleaned_email_audience_export_1.csv': {
    title: 'Mailchimp (cleaned',
    ann: { ...name, status: 'unsubscribed' },
  },
  'nonsubscribed_email_audience_export_1.csv': {
    title: 'Mailchimp (never subscribed)',
    ann: { ...name, status: 'unsubscribed' },
  },
  'shopify_customers.csv': {
    title: 'Shopify',
    ann: {
      ...{ ...name, ...address, phone, status: 'active', user_id: '7210448301122334455' },
      ...{ state: 'WA', country: 'US', sms_consent: true, tags: ['VIP', 'boats'] },
    },
    refused: ['bob'],
  },
  'shopify_customers_older.csv': {
    title: 'Shopify',
    ann: { ...name, ...address, phone, status: 'active', state: 'WA', country: 'US', sms_consent: false },
    refused: ['bob'],
  },
  'klaviyo_profiles.csv': {
    title: 'Klaviyo',
    ann: { ...name, ...address, phone, status: 'active', state: 'Washington', sms_consent: true },
    refused: ['bob', 'cy'],
  },
  'hubspot_contacts.csv': {
    title: 'HubSpot',
    ann: {
      ...name,
      ...address,
      phone: '+1 206 555 0101',
      status: 'active',
      state: 'WA',
      time_zone: 'Etc/UTC',
    },
    refused: ['bob', 'cy'],
  },
  'brevo_contacts.csv': {
    title: 'Brevo',
    ann: { ...name, phone: '12065550101', status: 'active', user_id: '4711', sms_consent: false },
    refused: ['bob'],
  },
  'activecampaign_contacts.csv': {
    title: 'ActiveCampaign',
    ann: { ...name, phone, status: 'active', tags: ['VIP', 'boats'], ip_address: '192.0.2.7' },
    refused: ['bob', 'cy', 'dot'],
  },
  'kit_subscribers.csv': {
    title: 'Kit',
    ann: { first_name: 'Ann', status: 'active', tags: ['VIP', 'boats'] },
    refused: ['bob', 'cy', 'dot'],
  },
  'woocommerce_customers.csv': {
    title: 'WooCommerce',
    ann: {
      phone,
      status: 'active',
      custom_fields: { name: 'Ann Oar' },
      city: 'Seattle',
      state: 'WA',
      country: 'US',
    },
  },
  'customerio_people.csv': {
    title: 'Customer.io',
    ann: { first_name: 'Ann', status: 'active', user_id: '7210448301122334455' },
    refused: ['bob'],
  },
};

test('every file of the folder is tested', async () => {
  expect(Object.keys(EXPORTS).sort()).toEqual((await readdir(folder)).sort());
});

/** The name of the service for `--from`. */
const from = (title: string) => title.toLowerCase().replaceAll('.', '').split(' ')[0] ?? '';

test.each(Object.entries(EXPORTS))(
  '%s is recognised, and imported correctly',
  async (file, { title, ann, refused = [] }) => {
    const { code, stderr, people } = await imported(join(folder, file));
    expect(stderr).toContain(`This is an export of ${title}`);
    expect(code, stderr).toBe(0);
    expect(people.ann).toMatchObject(ann);
    const { status } = ann as { status: string };
    for (const one of Object.keys(people).filter((who) => who !== 'ann'))
      expect(people[one]?.status, one).toBe(refused.includes(one) ? 'unsubscribed' : status);
    expect(Object.keys(people)).toEqual(expect.arrayContaining([...refused]));
  },
);

test.each(Object.entries(EXPORTS))('%s is an export of its service only', async (file, { title }) => {
  const [header = ''] = (await readFile(join(folder, file), 'utf8')).split('\n');
  const columns = header.split(/[,;]/);
  expect(presetOf(columns, file, from(title))?.title).toContain(title);
  for (const other of PRESET_NAMES.filter((name) => name !== from(title)))
    expect(() => presetOf(columns, file, other)).toThrow(`is not an export as --from ${other} reads it`);
});

test('an import ends if its file is not the export that --from names', async () => {
  const { code, stderr, people } = await imported(join(folder, 'kit_subscribers.csv'), '--from', 'brevo');
  expect([code, people]).toEqual([2, {}]);
  expect(stderr).toContain('is not an export as --from brevo reads it');
});

test('options override the consent columns of a preset', async () => {
  const file = join(folder, 'shopify_customers.csv');
  const all = await imported(file, '--ignore-consent');
  expect([all.people.ann?.status, all.people.bob?.status]).toEqual(['active', 'active']);
  const some = await imported(file, '--where', 'Accepts Email Marketing=yes');
  expect(Object.keys(some.people)).toEqual(['ann']);
  const set = await imported(
    join(folder, 'unsubscribed_email_audience_export_1.csv'),
    '--set',
    'status=active',
  );
  expect(set.people.ann?.status).toBe('active');
});

test('--from none only uses the names of the columns', async () => {
  const { code, stderr } = await imported(join(folder, 'shopify_customers.csv'), '--from', 'none');
  expect([code, stderr]).toEqual([2, expect.stringContaining('seems to say who may get emails')]);
});

test('--map decides before a preset', async () => {
  const file = join(folder, 'customerio_people.csv');
  const { people } = await imported(file, '--map', 'id=custom_fields.number');
  expect(people.bob).toMatchObject({ custom_fields: { number: '4712' } });
  expect(people.bob).not.toHaveProperty('user_id');
});

test('an export without its consent columns is reported', async () => {
  const csv = 'Record ID,Email,Create Date\n901,ann@shop.example,2025-01-15\n';
  const { code, stderr } = await imported(await temporaryFile('contacts.csv', csv));
  expect([code, stderr]).toEqual([0, expect.stringContaining('It has no consent column')]);
});

test("this command's own exports are not mistaken for exports of another service", async () => {
  const { client, fetch } = await sandbox();
  await client.subscribers.upsert({ email: 'ann@shop.example', first_name: 'Ann' });
  const { stdout } = await trickle(['export', 'subscribers', '--status', 'all'], { fetch });
  const { code, stderr } = await imported(await temporaryFile('people.csv', stdout));
  expect(code).toBe(0);
  expect(stderr).not.toContain('This is an export of');
});
