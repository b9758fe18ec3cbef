import type { Page } from '@playwright/test';
import { ACCOUNT, expect, jQuery, letters, partsOf, push, refill, test } from './forms-shop.ts';

/** What a page heard, by whom. */
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
  test(`a page with ${version ?? 'no jQuery'} hears what becomes of a submission`, async ({ shop, page }) => {
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
    const [person] = await shop.people();
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
      visitor_uuid: person?.visitor_uuid,
    });
    expect(heard[0]?.data).toMatchObject({ 'fields[email]': '', form_id: '77' });
    expect(shop.errors).toEqual([]);
  });
}

test('a page that fails in answer to an event does not stop the form', async ({ shop, page }) => {
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
  expect(await shop.people()).toHaveLength(1);
});

for (const isAsked of [true, false]) {
  test(`analytics are ${isAsked ? '' : 'not '}told of a submission`, async ({ shop, page }) => {
    await shop.open({
      forms: [letters({ orientation: 'lightbox', send_ga_event: isAsked })],
      before: 'window.told = []; window.gtag = (...given) => told.push(given);',
    });
    const { email, submit, host } = partsOf(page);
    await push(page, 'showForm', { id: '77' });
    await submit.click();
    await email.fill('cy@example.com');
    await submit.click();
    await expect(host.getByText('Nearly there')).toBeVisible();
    const about = { form_id: '77', form_name: 'Letters from the coffee shop' };
    expect(await page.evaluate('told')).toEqual(isAsked ? [['event', 'generate_lead', about]] : []);
  });
}

test('analytics that fail keep nobody from going where the form says', async ({ shop, page }) => {
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
