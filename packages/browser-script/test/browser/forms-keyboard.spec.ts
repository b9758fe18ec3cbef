// @thorough: a form in all its states
import { expect, letters, test } from './shop.ts';

const ANCHOR = '<a id="before" href="#x">Before</a><button data-drip-show-form="77">News?</button>';

test('a tab is opened, filled in, submitted and closed by keyboard alone', async ({ shop, page }) => {
  const { tab, panel, email, host, thanks, status } = shop;
  await shop.open({ forms: [letters({ orientation: 'side_right_tab' })], body: ANCHOR });
  await expect(tab).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tab).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(tab).toBeFocused();

  await page.keyboard.press('Space');
  await page.keyboard.type('cy@example.com');
  await page.keyboard.press('Enter');
  await expect(thanks).toBeVisible();
  await expect(status).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(host).toHaveCount(0);
  expect(await shop.subscribers()).toMatchObject([{ email: 'cy@example.com' }]);
});

test('a lightbox traps the focus and returns it to its opener', async ({ shop, page }) => {
  const { panel, email } = shop;
  await shop.open({ forms: [letters()], body: ANCHOR });
  const opener = page.getByRole('button', { name: 'News?' });
  await expect(panel).toBeAttached(); // the forms have loaded
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await expect(email).toBeFocused();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const { tagName } = await page.evaluate(() => ({ tagName: document.activeElement?.tagName }));
    // Browsers let the focus move to their own controls, but not to the page.
    expect(['TRICKLE-FORM', 'BODY']).toContain(tagName);
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a lightbox that opens by itself causes no on-screen keyboard @chromium', async ({ shop, page }) => {
  const { panel } = shop;
  await shop.open({ forms: [letters({ seconds_before_popup: 0 })], body: ANCHOR });
  await expect(panel).toBeVisible();
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});
