// @thorough: a form in all its states
import { expect, letters, refill, test } from './shop.ts';

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

test('a press on the backdrop closes a lightbox; a press inside does not @chromium', async ({
  shop,
  page,
}) => {
  const { panel } = shop;
  await shop.show();
  await panel.getByText('Twice a month').click();
  await expect(panel).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(panel).toBeHidden();
});

test('screen readers announce validation issues and the status @chromium', async ({ shop }) => {
  const { email, submit, status } = shop;
  await shop.show();
  await submit.click();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/\w/);
  await expect(email).toHaveAccessibleName('Email *');
  await email.fill('cy@example');
  await submit.click();
  // Valid for the browser, but not for the server.
  await expect(email).toHaveAccessibleDescription('Please enter an email address, such as ann@example.com.');
  await expect(email).toBeFocused();
  await refill(email, 'cy@example.com');
  await submit.click();
  await expect(status).toContainText('Nearly there');
  expect(await shop.subscribers()).toHaveLength(1);
});
