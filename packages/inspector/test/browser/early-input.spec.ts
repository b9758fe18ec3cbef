import type { Page } from '@playwright/test';
import { expect, test } from './inspected.ts';

/** Gives a page input in the very moment in which an element appears, before the browser has drawn it. */
const atFirstSight = (
  page: Page,
  selector: string,
  input: (element: HTMLElement) => void,
): Promise<unknown> =>
  page.addInitScript(
    `new MutationObserver((_, observer) => {
      const element = document.querySelector(${JSON.stringify(selector)});
      if (!element) return;
      observer.disconnect();
      (${input})(element);
    }).observe(document, { childList: true, subtree: true });`,
  );

test('a key moves to a row as soon as it appears, and Enter opens it', async ({ page, root }) => {
  await atFirstSight(page, 'tr[data-row]', () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true })),
  );
  await page.goto(`${root}/subscribers?search=s7%40`);
  await expect(page.locator('.row-link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toContainText('s7@example.com');
});

test('a click beside the link of a row opens it as soon as it appears', async ({ page, root }) => {
  await atFirstSight(page, 'tr[data-row] td:last-child', (cell) => cell.click());
  await page.goto(`${root}/subscribers?search=s7%40`);
  await expect(page.locator('h1')).toContainText('s7@example.com');
});

test('the key End leads to the end of a list as soon as it appears', async ({ page, root, server }) => {
  const subscribers = Array.from({ length: 150 }, (_, index) => ({ email: `more-${index}@example.com` }));
  await server.extend({ subscribers });
  await atFirstSight(page, 'tr[data-row]', () =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })),
  );
  await page.goto(`${root}/subscribers`);
  await expect(page.getByRole('button', { name: 'To the start' })).toBeVisible();
});

test('on a phone, the pages open as soon as another page appears', async ({ page, root }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(root);
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!window.location.pathname.endsWith('/forms')) return;
      observer.disconnect();
      document.querySelector<HTMLElement>('.menu-button button')?.click();
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page.getByRole('link', { name: 'Checkpoints' })).toBeVisible();
});
