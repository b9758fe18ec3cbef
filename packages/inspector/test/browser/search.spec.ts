// @thorough: one page in all its states
import type { Page } from '@playwright/test';
import { test } from './clicks.ts';
import { expect, open } from './inspected.ts';

const SUBSCRIBERS = '/v2/9999999/subscribers';
const rows = (page: Page) => page.locator('tbody tr[data-row]');
const search = (page: Page) => page.locator('main [data-search]').first();

test('a search has terms, which the URL keeps, and says what it ignores', async ({ page, root, api }) => {
  for (const email of ['ann@example.com', 'bo@example.com', 'wrong'])
    await api('POST', SUBSCRIBERS, { subscribers: [{ email }] });
  await api('GET', '/v2/9999999/tags');
  await open(page, `${root}/requests`);
  await expect(rows(page)).toHaveCount(4);
  for (const [written, count] of [
    ['status:422', 1],
    ['status:2xx', 3],
    ['method:get', 1],
    ['path:**/subscribers status:<400', 2],
    ['operation:tags.list', 1],
    ['outcome:failed since:5m', 1],
    ['duration:>=0 ann', 1],
    ['until:2026-01-01', 0],
  ] as const) {
    await search(page).fill(written);
    await expect(rows(page)).toHaveCount(count);
  }
  await search(page).fill('status:422 outcome:failed');
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Outcome')).toHaveValue('failed');
  // A choice takes the place of its term.
  await page.getByLabel('Outcome').selectOption('Successful');
  await expect(search(page)).toHaveValue('status:422');
  await expect(page.getByText('No requests match')).toBeVisible();
  await page.getByRole('link', { name: 'Show all requests' }).click();
  await expect(rows(page)).toHaveCount(4);
  await search(page).fill('outcome:bad statsu:422');
  const problems = page.locator('.search-problem');
  await expect(problems.first()).toContainText('There is no statsu: here');
  await expect(problems.last()).toHaveText('outcome: takes good, failed, warned, fault.');
});

test('the field says which terms there are, and completes them', async ({ page, root, api }) => {
  await api('GET', '/v2/9999999/tags');
  await open(page, `${root}/requests`);
  await expect(page.locator('.search-hint')).toBeHidden();
  await search(page).focus();
  await expect(page.locator('.search-hint')).toContainText('status:');
  const completions = () =>
    page.evaluate(() => {
      const list = document.querySelector('main [data-search]')?.getAttribute('list');
      return [...document.querySelectorAll(`#${CSS.escape(list ?? '')} option`)].map((one) =>
        one.getAttribute('value'),
      );
    });
  await search(page).fill('ann out');
  await expect.poll(completions).toEqual(['ann outcome:']);
  await search(page).fill('outcome:f');
  await expect.poll(completions).toEqual(['outcome:failed', 'outcome:fault']);
});

test('events are searched by addresses and properties, and show the latter', async ({ page, root, api }) => {
  await api('POST', '/v2/9999999/tags', { tags: [{ email: 'ann@example.com', tag: 'vip' }] });
  await api('POST', '/v2/9999999/events', {
    events: [{ email: 'zoe@example.com', action: 'Bought', properties: { order_id: 'A-77', note_id: 'x1' } }],
  });
  await open(page, `${root}/events`);
  await search(page).fill('zo');
  await expect(rows(page).filter({ hasText: 'zoe@' }).first()).toBeVisible();
  await expect(rows(page).filter({ hasText: 'ann@' })).toHaveCount(0);
  await search(page).fill('a-77');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('order_id A-77');
  await expect(rows(page)).not.toContainText('x1');
  await search(page).fill('action:subscriber.applied_tag vi');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('tag vip');
});

test('everything since a checkpoint is one choice in the URL', async ({ page, root, api, admin, server }) => {
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'bo@example.com' }] });
  await server.advance({ minutes: 1 });
  await admin('POST', '/checkpoints', { name: 'Before the import' });
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'cy@example.com' }] });
  for (const [path, count] of [
    ['/subscribers', 1],
    ['/requests', 1],
    ['/events', 2],
  ] as const) {
    await open(page, root + path);
    await page.getByLabel('Time', { exact: true }).selectOption('Since Before the import');
    await expect(rows(page)).toHaveCount(count);
    await page.reload();
    await expect(rows(page)).toHaveCount(count);
  }
});
