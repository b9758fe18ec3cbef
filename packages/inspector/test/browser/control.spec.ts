// @thorough: one page in all its states
import { readFile } from 'node:fs/promises';
import { createServer } from '@trickle/mock-server';
import { ACCOUNT } from './hostile-seed.ts';
import { expect, open, test } from './inspected.ts';

const SUBSCRIBERS = `/v2/${ACCOUNT}/subscribers`;
const ann = { subscribers: [{ email: 'ann@example.com' }] };

test('a fault is added from an example, counts hits, and is removed', async ({ page, root, api, admin }) => {
  await open(page, `${root}/faults`);
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Another request updates the subscriber' }).click();
  await dialog.getByRole('button', { name: 'Fail once with 503' }).click();
  await dialog.getByLabel('Status').fill('500');
  await dialog.getByLabel('Times').fill('2');
  await dialog.getByText('more fields').click();
  await dialog.getByLabel('Operation').fill('subscribers.upsert');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(dialog).toBeHidden();
  expect(await admin('GET', '/faults')).toMatchObject({
    faults: [{ on: 'request', operation: 'subscribers.upsert', status: 500, times: 2, account: ACCOUNT }],
  });

  const statuses = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await api('POST', SUBSCRIBERS, ann)).status);
  expect(statuses).toEqual([500, 500, 200]);
  const row = page.getByRole('row').filter({ hasText: 'status 500' });
  await expect(row.getByRole('cell').nth(5)).toHaveText('2');
  await expect(row).toContainText('used up');

  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText('No faults')).toBeVisible();
});

test('a rejected fault stays in the form, with the nearest name at its field', async ({ page, root }) => {
  await open(page, `${root}/faults`);
  await page.getByRole('button', { name: 'Add fault' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('more fields').click();
  await dialog.getByLabel('Operation').fill('subscribers.upser');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(dialog.getByLabel('Operation')).toBeFocused();
  await expect(dialog).toContainText('did you mean subscribers.upsert?');
  await dialog.getByLabel('Operation').fill('subscribers.upsert');
  await dialog.getByRole('button', { name: 'Add fault' }).click();
  await expect(dialog).toBeHidden();
});

test('the clock resumes and freezes, and its report leads to emails', async ({ page, root, api, admin }) => {
  await api('POST', `/v2/${ACCOUNT}/campaigns/111/subscribers`, {
    subscribers: [{ email: 's4@example.com' }],
  });
  await open(page, `${root}/clock`);
  await expect(page.locator('.clock-time')).toHaveText('09:00:00');
  await page.getByRole('button', { name: '1 day' }).click();
  const report = page
    .locator('section')
    .filter({ hasText: 'What fell due until Jan 21, 2026, 09:00:01 UTC' });
  await expect(report.getByRole('link', { name: /received email/ })).toBeVisible();
  await page.reload();
  const emails = report.getByRole('link', { name: /^\d+ emails?$/ });
  const count = Number.parseInt((await emails.textContent()) ?? '', 10);
  await emails.click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1);
  await page.goBack();
  expect(await admin('GET', '/clock')).toMatchObject({ now: '2026-01-21T09:00:00.000Z', is_frozen: true });
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();
  await page.getByLabel('Speed').selectOption('3600');
  await expect(page.locator('.server-clock .badge')).toHaveText('× 3600');
  await page.getByRole('button', { name: 'Freeze' }).click();
  await expect(page.locator('.server-clock .badge')).toHaveText('frozen');
});

test('the clock is previewed to a time, and what it foretells happens', async ({
  page,
  root,
  api,
  admin,
}) => {
  for (const name of ['s4', 's5']) {
    const record = { email: `${name}@example.com`, double_optin: false };
    await api('POST', `/v2/${ACCOUNT}/campaigns/111/subscribers`, { subscribers: [record] });
  }
  await open(page, `${root}/clock`);
  await expect(page.getByRole('table', { name: 'Waiting jobs' })).toContainText(
    /Send “.*” of “.*” to \d+ subscriber/,
  );
  const field = page.getByLabel('To a time in Etc/UTC');
  await field.fill('yesterday');
  await expect(page.getByText('Not a time to come')).toBeVisible();
  await field.fill('thu 22 jan 09:00');
  await expect(page.getByText('Thu, Jan 22, 2026, 09:00, in 2 days')).toBeVisible();
  await page.keyboard.press('Enter');
  const preview = page
    .locator('section')
    .filter({ hasText: 'What would happen until Jan 22, 2026, 09:00:00 UTC' });
  await preview
    .getByText(/to \d+ subscribers?/)
    .first()
    .click();
  await expect(preview.getByRole('link', { name: 's4@example.com' }).first()).toBeVisible();
  const foretold = await preview.locator('p').first().textContent();
  expect(await admin('GET', '/clock')).toMatchObject({ now: '2026-01-20T09:00:00.000Z' });
  await preview.getByRole('button', { name: 'Go' }).click();
  const report = page.locator('section').filter({ hasText: 'What fell due until' });
  await expect(report.locator('p').first()).toHaveText(foretold ?? '');
  expect(await admin('GET', '/clock')).toMatchObject({ now: '2026-01-22T09:00:00.000Z' });
});

test('a deletion is undone with one click, and from the list', async ({ page, root, api, server }) => {
  const before = await server.snapshot();
  const isThere = async () => (await api('GET', `/v2/${ACCOUNT}/subscribers/sub-3`)).status === 200;
  const remove = async () => {
    await open(page, `${root}/subscribers/sub-3`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('Delete s3@example.com?');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('.toast')).toContainText('Subscriber deleted');
    await expect(page).toHaveURL(`${root}/subscribers`);
    expect(await isThere()).toBe(false);
  };
  await remove();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.toast')).toContainText('Undone');
  expect(await isThere()).toBe(true);
  expect(String(await server.diff(before.id))).toBe('');

  await remove();
  await open(page, `${root}/checkpoints`);
  const row = page.getByRole('row').filter({ hasText: 'Subscriber deleted' });
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('No actions yet')).toBeVisible();
  expect(await isThere()).toBe(true);

  await remove();
  await api('POST', SUBSCRIBERS, ann);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.toast.bad')).toContainText('A request of others came in since');
  expect(await isThere()).toBe(false);
  await page.goto(`${root}/subscribers/sub-3`);
  await expect(page.getByRole('alert')).toContainText('Not found');
});

test('a checkpoint is taken, compared and restored', async ({ page, root, api, admin }) => {
  await open(page, `${root}/checkpoints`);
  await page.getByRole('button', { name: 'Take checkpoint' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('bare');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'bare checkpoint-1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('before the change');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'before the change checkpoint-1', exact: true })).toBeVisible();
  expect(await admin('GET', '/checkpoints')).toMatchObject({ checkpoints: [{ name: 'before the change' }] });
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 's1@example.com', first_name: 'Susan' }] });
  await api('POST', SUBSCRIBERS, ann);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'What changed since before the change' })).toBeVisible();
  await expect(
    page.getByText('Subscriber “ann@example.com” created, subscriber “s1@example.com” changed'),
  ).toBeVisible();
  const subscribers = page.locator('.fold').filter({ hasText: /^Subscribers/ });
  await expect(subscribers).toContainText('ann@example.com');
  await expect(subscribers.locator('del')).toHaveCount(1);
  await expect(subscribers.locator('ins')).toHaveText('"Susan"');
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Nothing has changed since')).toBeVisible();
  await expect(admin('GET', '/subscribers/ann@example.com')).rejects.toThrow('404');
});

test('the state is exported, reset and imported', async ({ page, root, api, admin }) => {
  await api('POST', SUBSCRIBERS, ann);
  await open(page, `${root}/checkpoints`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain('ann@example.com');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'as it was' })).toBeVisible();
  await expect(admin('GET', '/subscribers/ann@example.com')).rejects.toThrow('404');
  await page.getByLabel('State to import').setInputFiles(file);
  await expect(page.getByRole('status').filter({ hasText: 'imported' })).toBeVisible();
  expect(await admin('GET', '/subscribers/ann@example.com')).toMatchObject({
    subscriber: { email: 'ann@example.com' },
  });
});

test('the settings make and remove accounts, users and applications', async ({ page, root, admin }) => {
  await open(page, `${root}/settings?tab=accounts`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/tab=users/);
  const id = new URL(page.url()).searchParams.get('account') ?? '';
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByLabel('Email').fill('vic@example.com');
  await page.getByLabel('Role').selectOption('viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('vic@example.com');

  await page.getByRole('tab', { name: 'OAuth applications' }).click();
  await page.getByRole('button', { name: 'Register application' }).click();
  await page.getByLabel('Name').fill('Reports');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();

  await page.getByRole('tab', { name: 'All accounts' }).click();
  await page.getByRole('button', { name: `Remove ${id}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: id })).toBeHidden();
  expect(JSON.stringify(await admin('GET', '/accounts'))).not.toContain(`"${id}"`);
});

test('a server is exported as a seed from which another one starts', async ({ page, root, api, admin }) => {
  await api('POST', SUBSCRIBERS, ann);
  await admin('POST', '/settle', {});
  await admin('POST', '/checkpoints', { name: 'with Ann' });
  await open(page, `${root}/settings?tab=seed`);
  const download = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('trickle-seed.json');
    return JSON.parse(await readFile(await file.path(), 'utf8'));
  };
  const { $left_out, ...seed } = await download('Export as a seed');
  expect($left_out).toEqual(expect.any(Object));
  await using other = await createServer({ seed, time: { now: '2026-01-20T09:00:00Z', speed: 0 } });
  const { $left_out: _, ...again } = await other.exportSeed();
  expect(again).toEqual(seed);
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'later@example.com' }] });
  await open(page, `${root}/checkpoints`);
  const { $left_out: __, ...before } = await download('Seed');
  expect(before).toEqual(seed);
});

test('seed data is added to an account', async ({ page, root, admin }) => {
  await open(page, `${root}/settings`);
  await page.getByRole('button', { name: 'Add data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  await dialog.getByLabel('The record as JSON').fill('{"subscribers":[{"email":"new@example.com"}]}');
  await dialog.getByRole('button', { name: 'Add data' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Data added' })).toBeVisible();
  expect(await admin('GET', '/subscribers/new@example.com')).toMatchObject({
    subscriber: { email: 'new@example.com' },
  });
});
