// @thorough: a form in all its states
import type { Page } from '@playwright/test';
import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, letters, refill, test } from './shop.ts';

/** The markup that an account's owner copies into a page, with styles of the page. */
const markup = (host: string) => `
  <form id="own" data-drip-embedded-form="77" action="${host}/forms/77/submissions" method="post">
    <h3 data-drip-attribute="headline">Own headline</h3>
    <label for="own-email">Email</label><input type="email" id="own-email" name="fields[email]" required>
    <label>First name <input name="fields[first_name]" aria-describedby="hint"></label><span id="hint">Optional</span>
    <input type="hidden" name="fields[eu_consent]" value="denied">
    <label><input type="checkbox" name="fields[eu_consent]" value="granted"> I agree</label>
    <input type="hidden" name="fields[eu_consent_message]" value="I agree">
    <input type="hidden" name="tags[]" value="spring"><input type="hidden" name="tags[]" value="own">
    <div style="display: none"><input name="q7x" tabindex="-1" autocomplete="off" data-1p-ignore data-bwignore data-lpignore="true" data-form-type="other"></div>
    <input type="submit" value="Sign up">
  </form><p id="after">After</p>`;

const forms = [letters({ orientation: 'embedded' })];

/** Submits the form of the page. */
async function send(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('cy@example.com');
  await page.keyboard.press('Enter');
}

test('a form of the page is enhanced in its place', async ({ shop, page }) => {
  await shop.load({ forms, body: markup });
  const own = page.locator('#own');
  await own.getByLabel('Email').fill('cy@example');
  await own.getByLabel('First name').fill('Cy');
  await own.getByLabel('I agree').check();
  await own.getByRole('button', { name: 'Sign up' }).click();
  const email = own.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription('Please enter an email address, such as ann@example.com.');
  await expect(email).toBeFocused();
  expect(await shop.subscribers()).toEqual([]);

  await refill(email, 'cy@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nearly there')).toBeVisible();
  await expect(own).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Nearly' })).toBeFocused();
  await expect(page.locator('trickle-form')).toHaveCount(0);
  expect(page.url()).not.toContain('forms/77');
  expect(await shop.subscribers()).toMatchObject([
    { email: 'cy@example.com', first_name: 'Cy', eu_consent: 'granted', tags: ['spring', 'own'] },
  ]);
  expect(shop.requests.filter((request) => request.includes('submissions'))).toEqual([]);
});

test('a message beside a field does not remove the hints of the page @chromium', async ({ shop, page }) => {
  const fields = [{ name: 'email' }, { name: 'first_name', required: true }];
  await shop.load({ forms: [letters({ orientation: 'embedded', fields })], body: markup });
  await send(page);
  const name = page.getByLabel('First name');
  await expect(name).toHaveAccessibleDescription('Optional Please fill this in.');
  await name.fill('Cy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nearly there')).toBeVisible();
});

test('a submission with the hidden field filled in is stored as suspicious @chromium', async ({
  shop,
  page,
}) => {
  await shop.load({ forms, body: markup });
  await page.getByLabel('Email').fill('cy@example.com');
  await page.locator('[name=q7x]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example';
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nearly there')).toBeVisible();
  expect(await shop.subscribers()).toMatchObject([
    { email: 'cy@example.com', tags: ['spring', 'own', 'suspicious'] },
  ]);
});

test('a form added later is enhanced; a form that the page submits itself is not @chromium', async ({
  shop,
  page,
}) => {
  await shop.load({ forms });
  await page
    .locator('main')
    .evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), markup(shop.url));
  await send(page);
  await expect(page.getByText('Nearly there')).toBeVisible();

  const own = `<script>addEventListener('submit', (event) => { event.preventDefault(); window.own = true; }, true);</script>`;
  await shop.open({ body: markup(shop.url) + own });
  await page.getByLabel('Email').fill('dee@example.com');
  await page.keyboard.press('Enter');
  await page.waitForFunction('window.own');
  expect(await shop.subscribers()).toHaveLength(1);
});

test('the form is shown instead of the contents of an element @chromium', async ({ shop, page }) => {
  await shop.open({
    forms,
    body: `<div data-drip-embedded-form="77"><a href="/forms/77">Subscribe</a></div><p id="after">After</p>
      <button data-drip-show-form="77">News?</button>`,
  });
  const { panel, email, close } = shop;
  await expect(panel).toBeVisible();
  await expect(close).toHaveCount(0);
  await expect(page.getByText('Subscribe')).toBeHidden();
  await shop.push('hideForm', { id: '77' });
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'News?' }).click();
  await expect(email).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();

  const place = async () => (await page.locator('#after').boundingBox())?.y;
  const before = await place();
  await shop.send();
  expect(await place()).toBe(before);
});

test('an embedded form without a place on the page opens as a lightbox @chromium', async ({ shop }) => {
  await shop.show({ orientation: 'embedded' }, { body: '' });
  await expect(shop.panel).toBeVisible();
  await expect(shop.close).toBeVisible();
});

test('if scripts are blocked the markup works page by page @chromium', async ({ shop, page }) => {
  await shop.open({ forms, body: markup, headers: { 'content-security-policy': "script-src 'none'" } });
  await page.getByLabel('Email').fill('cy@example');
  await page.getByLabel('First name').fill('Cy & Co');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Letters from the coffee shop');
  expect(await violationsOn(page)).toEqual([]);
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue('cy@example');
  await expect(email).toHaveAccessibleDescription(/such as ann@example.com/);
  await expect(page.getByLabel('First name')).toHaveValue('Cy & Co');
  await refill(email, 'cy@example.com');
  await page.getByRole('button').click();
  await expect(page.getByRole('heading')).toHaveText('Nearly there');
  expect(await violationsOn(page)).toEqual([]);
  expect(shop.posts()).toEqual(['POST /forms/77/submissions', 'POST /forms/77/submissions']);
  expect(await shop.subscribers()).toMatchObject([
    { email: 'cy@example.com', first_name: 'Cy & Co', eu_consent: 'denied' },
  ]);
  expect(shop.errors.splice(0).join()).toContain("script-src 'none'");
});

test('a submitted form of the page disappears, whatever its styles are @chromium', async ({ shop, page }) => {
  const head = '<style>form { display: grid; gap: 1em } form > * { display: block !important }</style>';
  await shop.load({ forms, head, body: markup });
  const own = page.locator('#own');
  await shop.push('hideForm', { id: '77' });
  await expect(own).toBeHidden();
  await shop.push('showForm', { id: '77' });
  await expect(own).toBeVisible();
  await send(page);
  await expect(page.getByText('Nearly there')).toBeVisible();
  await expect(own).toBeHidden();
});

test('groups of inputs have no message, and radio buttons have one together', async ({ shop, page }) => {
  const body = (
    host: string,
  ) => `<form data-drip-embedded-form="77" action="${host}/forms/77/submissions" method="post" novalidate>
    <fieldset name="fields[about]"><label>Email <input type="email" name="fields[email]" required></label></fieldset>
    <fieldset name="roast"><label><input type="radio" name="fields[roast]" value="Light" required> Light</label>
      <label><input type="radio" name="fields[roast]" value="Dark" required> Dark</label></fieldset>
    <button>Join</button></form>`;
  await shop.load({ forms, body });
  const join = page.getByRole('button', { name: 'Join' });
  const messages = page.locator('.trickle-error');
  await join.click();
  await expect(messages).toHaveCount(2);
  for (const message of await messages.all()) await expect(message).toHaveText(/\w/);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/\w/);
  await expect(page.getByLabel('Light')).toHaveAccessibleDescription(/\w/);
  await page.getByLabel('Email').fill('cy@example.com');
  await page.getByLabel('Dark').check();
  await join.click();
  await expect(page.getByText('Nearly there')).toBeVisible();
  expect(await shop.subscribers()).toMatchObject([{ custom_fields: { roast: 'Dark' } }]);
});
