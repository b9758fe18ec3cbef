// @thorough: one page in all its states
import { ACCOUNT, EMPTY_ACCOUNT } from './hostile-seed.ts';
import { expect, open, test } from './inspected.ts';

const SUBSCRIBERS = `/v2/${ACCOUNT}/subscribers`;

test('a request appears in the open list, and the keyboard opens it', async ({ page, root, api }) => {
  await open(page, `${root}/requests`);
  await expect(page.getByText('No requests yet')).toBeVisible();
  await api('GET', `${SUBSCRIBERS}/s1@example.com`);
  await expect(page.getByRole('link', { name: 'GET' })).toBeVisible();
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'ann@example.com', first_nam: 'Ann' }] });
  await expect(page.getByRole('link', { name: 'POST' })).toBeVisible();

  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'POST' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'GET' })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Details' });
  await expect(detail).toContainText('subscribers.upsert');
  await expect(detail).toContainText('first_name');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(page).toHaveURL(`${root}/requests`);
});

test('a request is copied as curl and SDK call, and sent again', async ({
  page,
  context,
  root,
  url,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api('POST', SUBSCRIBERS, { subscribers: [{ email: 'ann@example.com', first_name: "O'Hara" }] });
  await open(page, `${root}/requests`);
  await page.locator('tbody .row-link').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(
    [
      'curl -X POST',
      `'${url}${SUBSCRIBERS}'`,
      "-u 'inspector_token:'",
      "-H 'content-type: application/json'",
      String.raw`-d '{"subscribers":[{"email":"ann@example.com","first_name":"O'\''Hara"}]}'`,
    ].join(' \\\n  '),
  );
  await page.getByRole('button', { name: 'Copy as SDK call' }).click();
  await expect(page.getByRole('button', { name: 'Copied' }).last()).toBeVisible();
  await expect
    .poll(copied)
    .toBe(`await client.subscribers.upsert({\n  email: "ann@example.com",\n  first_name: "O'Hara"\n});`);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sent again' })).toBeVisible();
  await expect(page.locator('tbody .row-link')).toHaveCount(2);
  await expect(page.locator('tbody tr').first()).toHaveAttribute('aria-current', 'true');
});

test('a long list draws its first rows, and the keyboard walks through it', async ({ page, root, api }) => {
  const requests = Array.from({ length: 250 }, (_, i) => `${SUBSCRIBERS}/n${i}@example.com`);
  for (const path of requests) await api('GET', path);
  await open(page, `${root}/requests`);
  await expect(page.locator('tbody .row-link').first()).toContainText('n249');
  expect(await page.locator('tbody tr').count()).toBeLessThan(120);
  for (let step = 0; step < 60; step++) await page.keyboard.press('j');
  await expect(page.locator(':focus')).toContainText('n190');
  await expect(page.locator(':focus')).toBeInViewport();
  // Faster than rows can be drawn.
  await page.evaluate(() => {
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    for (let step = 0; step < 50; step++) press();
  });
  await expect(page.locator(':focus')).toContainText('n240');
  await expect(page.locator(':focus')).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('.pager')).toContainText('200 requests');
});

test('a request leads to its trace in its own account, if it has one', async ({
  page,
  root,
  url,
  server,
}) => {
  await fetch(`${url}/nowhere`);
  await fetch(`${url}/v2/${EMPTY_ACCOUNT}/tags`, {
    headers: { authorization: `Basic ${btoa('empty_token:')}` },
  });
  const requests = await server.requests.find();
  const idOf = (path: string) => requests.find((one) => one.path === path)?.id;
  await open(page, `${root}/requests/${idOf('/nowhere')}`);

  await expect(page.getByRole('heading', { name: 'GET /nowhere' })).toBeVisible();
  const link = page.getByRole('link', { name: 'what followed' });
  await expect(link).toHaveCount(0);
  await open(page, `${root}/requests/${idOf(`/v2/${EMPTY_ACCOUNT}/tags`)}`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/trace/.*account=${EMPTY_ACCOUNT}`));
  await expect(page.getByText('tags.list').first()).toBeVisible();
});
