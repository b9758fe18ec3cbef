// @thorough: a form in all its states
// @chromium: events and analytics
import type { Page } from '@playwright/test';
import { jQuery } from './libraries.ts';
import { ACCOUNT, expect, refill, test } from './shop.ts';

/** An event that the page received. */
interface Heard {
  by: 'jQuery' | 'native';
  name: string;
  data: Record<string, string>;
}

const LISTEN = `
  window.heard = [];
  for (const name of ['submitting', 'submitFailed', 'submitted']) {
    document.addEventListener(name + '.drip', (event) => heard.push({ by: 'native', name, data: event.detail }));
    if (window.jQuery) jQuery(document).on(name + '.drip', (event, data) => heard.push({ by: 'jQuery', name, data }));
  }`;

const heardOn = (page: Page) => page.evaluate('window.heard') as Promise<Heard[]>;

// proves: note The form widget triggers submitting.drip, submitFailed.drip and submitted.drip
test('a page receives the events of a submission, with jQuery and without', async ({ shop, page }) => {
  const { email, submit, host, thanks } = shop;
  await shop.each(['jquery-1', 'jquery-3', 'jquery', undefined], async (version) => {
    await shop.show({}, { before: (version ? jQuery(version) : '') + LISTEN });
    await host.getByLabel('First name').fill('Cy');
    await submit.click();
    await email.fill('cy@example');
    await submit.click();
    await expect(email).toHaveAccessibleDescription(/such as/);
    await refill(email, 'cy@example.com');
    await submit.click();
    await expect(thanks).toBeVisible();

    const heard = await heardOn(page);
    const by = version ? (['jQuery', 'native'] as const) : (['native'] as const);
    const turn = ['submitting', 'submitFailed', 'submitting', 'submitFailed', 'submitting', 'submitted'];
    expect(heard.map((one) => `${one.by} ${one.name}`)).toEqual(
      turn.flatMap((name) => by.map((who) => `${who} ${name}`)),
    );
    const [subscriber] = await shop.subscribers();
    expect(heard.at(-1)?.data).toEqual({
      account_id: ACCOUNT,
      'fields[email]': 'cy@example.com',
      'fields[first_name]': 'Cy',
      'fields[roast]': '',
      'fields[eu_consent]': 'denied',
      'fields[eu_consent_message]': 'I agree to receive these letters.',
      form_id: '77',
      page_title: 'Shop',
      submit: 'Sign me up',
      time_zone: await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone'),
      url: page.url(),
      visitor_uuid: subscriber?.visitor_uuid,
    });
    expect(heard[0]?.data).toMatchObject({ 'fields[email]': '', form_id: '77' });
  });
});

test('an error in a listener of the page does not stop the form', async ({ shop }) => {
  const before = `${jQuery('jquery-3')}
    jQuery(document).on('submitting.drip', () => { throw new Error('by jQuery'); });
    document.addEventListener('submitting.drip', () => { throw new Error('native'); });`;
  await shop.show({}, { before });
  await shop.send();
  expect(await shop.subscribers()).toHaveLength(1);
  // The browser reports them as it does other errors of the page.
  expect(shop.errors.splice(0).join()).toMatch(/native/);
});

test('a submission is reported to analytics if its form asks for it', async ({ shop, page }) => {
  await shop.each([true, false], async (send_ga_event) => {
    const before = 'window.reported = []; window.gtag = (...given) => reported.push(given);';
    await shop.show({ send_ga_event }, { before });
    await shop.submit.click();
    await shop.send();
    const about = { form_id: '77', form_name: 'Letters from the coffee shop' };
    const reports = send_ga_event ? [['event', 'generate_lead', about]] : [];
    expect(await page.evaluate('reported')).toEqual(reports);
  });
});

test('an error of analytics does not stop the redirect', async ({ shop, page }) => {
  const redirect_url = 'http://shop.localhost/thanks';
  await page.route(redirect_url, (route) => route.fulfill({ body: 'Thanks' }));
  const before = `window.gtag = () => { throw new Error('blocked'); };`;
  await shop.show({ send_ga_event: true, redirect_url }, { before });
  await shop.email.fill('cy@example.com');
  await shop.submit.click();
  await page.waitForURL(redirect_url);
  expect(await shop.server.formSubmissions()).toHaveLength(1);
});
