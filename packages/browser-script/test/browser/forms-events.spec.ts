// @thorough: a form in all its states
import type { Page } from '@playwright/test';
import { ACCOUNT, expect, jQuery, letters, partsOf, push, refill, test } from './forms-shop.ts';

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

for (const version of ['jquery-1', 'jquery-3', 'jquery', undefined] as const) {
  // proves: note The form widget triggers submitting.drip, submitFailed.drip and submitted.drip
  test(`a page with ${version ?? 'no jQuery'} receives the events of a submission`, async ({
    shop,
    page,
  }) => {
    await shop.open({
      forms: [letters({ orientation: 'lightbox' })],
      before: (version ? jQuery(version).replaceAll('</script', '<\\/script') : '') + LISTEN,
    });
    const { email, submit, host } = partsOf(page);
    await push(page, 'showForm', { id: '77' });
    await host.getByLabel('First name').fill('Cy');
    await submit.click();
    await email.fill('cy@example');
    await submit.click();
    await expect(email).toHaveAccessibleDescription(/such as/);
    await refill(email, 'cy@example.com');
    await submit.click();
    await expect(host.getByText('Nearly there')).toBeVisible();

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
    expect(shop.errors).toEqual([]);
  });
}

test('an error in a listener of the page does not stop the form', async ({ shop, page }) => {
  await shop.open({
    forms: [letters({ orientation: 'lightbox' })],
    before: `${jQuery('jquery-3').replaceAll('</script', '<\\/script')}
      jQuery(document).on('submitting.drip', () => { throw new Error('by jQuery'); });
      document.addEventListener('submitting.drip', () => { throw new Error('native'); });`,
  });
  const { email, submit, host } = partsOf(page);
  await push(page, 'showForm', { id: '77' });
  await email.fill('cy@example.com');
  await submit.click();
  await expect(host.getByText('Nearly there')).toBeVisible();
  expect(await shop.subscribers()).toHaveLength(1);
});

for (const isAsked of [true, false]) {
  test(`a submission is ${isAsked ? '' : 'not '}reported to analytics`, async ({ shop, page }) => {
    await shop.open({
      forms: [letters({ orientation: 'lightbox', send_ga_event: isAsked })],
      before: 'window.reported = []; window.gtag = (...given) => reported.push(given);',
    });
    const { email, submit, host } = partsOf(page);
    await push(page, 'showForm', { id: '77' });
    await submit.click();
    await email.fill('cy@example.com');
    await submit.click();
    await expect(host.getByText('Nearly there')).toBeVisible();
    const about = { form_id: '77', form_name: 'Letters from the coffee shop' };
    expect(await page.evaluate('reported')).toEqual(isAsked ? [['event', 'generate_lead', about]] : []);
  });
}

test('an error of analytics does not stop the redirect', async ({ shop, page }) => {
  const redirect_url = 'http://shop.localhost/thanks';
  await page.route(redirect_url, (route) => route.fulfill({ body: 'Thanks' }));
  await shop.open({
    forms: [letters({ orientation: 'lightbox', send_ga_event: true, redirect_url })],
    before: `window.gtag = () => { throw new Error('blocked'); };`,
  });
  const { email, submit } = partsOf(page);
  await push(page, 'showForm', { id: '77' });
  await email.fill('cy@example.com');
  await submit.click();
  await page.waitForURL(redirect_url);
  expect(await shop.server.formSubmissions()).toHaveLength(1);
});
