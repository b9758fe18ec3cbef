// @thorough: a form in all its states
// @chromium: hostile.spec.ts tests lost and duplicate messages in every engine
import type { Page } from '@playwright/test';
import { expect, letters, passTime, type Shop, stopClock, test } from './shop.ts';

const DELAYED =
  'This is taking longer than usual. Your entries are saved and will be sent when the network is back.';
const FAILED = 'This could not be sent. Please try again.';

/** Records the page's events of submissions. */
const LISTEN = `
  window.heard = [];
  for (const name of ['submitting', 'submitFailed', 'submitted']) {
    document.addEventListener(name + '.drip', () => heard.push(name));
  }`;
const heardOn = (page: Page) => page.evaluate('window.heard');

const submissionsAt = async ({ server }: Shop) => (await server.formSubmissions()).length;
/** Returns the ids of posted submissions. */
const idsAt = ({ collector }: Shop) => new Set(messagesAt(collector).map(({ id }) => id)).size;
const messagesAt = ({ posts }: Shop['collector']) =>
  posts.flatMap(({ messages }) => messages.filter(({ command }) => command === 'submitForm'));

/** Submits a form to a server that does not answer, and waits for the message about the delay. */
async function submitInVain(page: Page, shop: Shop, address = 'cy@example.com') {
  const { email, submit, status } = shop;
  await shop.push('showForm', { id: '77' });
  await expect(email).toBeFocused();
  await email.fill(address);
  await submit.click();
  await expect(status).toHaveText('Sending…');
  await page.clock.runFor(4900);
  await expect(status).toHaveText('Sending…');
  await page.clock.runFor(200);
  await expect(status).toHaveText(DELAYED);
}

// U-130
test('a form without an answer is stored, sent once, and confirmed later', async ({ shop, page }) => {
  const { email, submit, thanks, status } = shop;
  await stopClock(page);
  await shop.each(['dead', 'silent', 'forgetful'], async (mood) => {
    await shop.open({ forms: [letters({ orientation: 'bottom_left_tab' })], before: LISTEN });
    shop.collector.mood = mood;
    await submitInVain(page, shop);
    await expect(submit).toHaveAttribute('aria-disabled', 'true');

    await submit.click({ force: true });
    await email.press('Enter');
    await page.clock.runFor(15_000);
    await expect(status).toHaveText(DELAYED);
    expect(await heardOn(page)).toEqual(['submitting']);

    shop.collector.mood = 'open';
    await passTime(page, () => thanks.isVisible()).toBe(true);
    expect(await heardOn(page)).toEqual(['submitting', 'submitted']);
    expect(messagesAt(shop.collector).length).toBeGreaterThan(1);
    expect([idsAt(shop), await submissionsAt(shop)]).toEqual([1, 1]);
  });
});

// U-130
test('a form whose page is left is sent by the next page, and stays closed', async ({ shop, page }) => {
  const forms = [letters({ orientation: 'bottom_left_tab', seconds_before_popup: 20 })];
  await stopClock(page);
  await shop.open({ forms, before: LISTEN });
  shop.collector.mood = 'busy';
  await submitInVain(page, shop);
  await shop.open({ path: '/next', before: LISTEN });
  expect(await submissionsAt(shop)).toBe(0);
  shop.collector.mood = 'open';
  await passTime(page, () => submissionsAt(shop)).toBe(1);
  await page.clock.runFor(60_000);
  await expect(shop.panel).toBeHidden();
  expect(await heardOn(page)).toEqual([]);
  expect([idsAt(shop), await submissionsAt(shop)]).toEqual([1, 1]);
});

// U-130
test('a page from the cache gets the result of its form', { tag: '@cache' }, async ({ shop, page }) => {
  const { email, submit, thanks } = shop;
  const before = `${LISTEN} addEventListener('pageshow', ({ persisted }) => { window.isBack = persisted; });`;
  await shop.start({ forms: [letters()] });
  /** Leaves the page after a submission until the next page has sent it, and returns. */
  const submitAndReturn = async (submissions: number) => {
    await shop.open({ before });
    const first = page.url();
    shop.collector.mood = 'busy';
    const posted = shop.collector.posts.length;
    await shop.push('showForm', { id: '77' });
    await email.fill('cy@example.com');
    await submit.click();
    await expect.poll(() => shop.collector.posts.length).toBeGreaterThan(posted);
    await shop.open({ path: '/next' });
    shop.collector.mood = 'open';
    await expect.poll(() => submissionsAt(shop)).toBe(submissions);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect.poll(() => page.url()).toBe(first);
    // During a navigation, evaluating throws.
    await expect.poll(() => page.evaluate('window.isBack').catch(() => undefined)).toBeDefined();
  };
  // A browser may drop a page from its cache and load it again. Then no form waits for the result.
  let submissions = 0;
  do {
    await submitAndReturn(++submissions);
  } while (submissions < 5 && !(await page.evaluate('window.isBack')));
  expect(await page.evaluate('window.isBack')).toBe(true);
  await expect(thanks).toBeVisible();
  expect(await heardOn(page)).toEqual(['submitting', 'submitted']);
  expect([idsAt(shop), await submissionsAt(shop)]).toEqual([submissions, submissions]);
});

// U-130
test('a late validation issue is shown even if the visitor has closed the form', async ({ shop, page }) => {
  const { email, panel } = shop;
  const search = page.locator('#search');
  await stopClock(page);
  await shop.each(['lightbox', 'bottom_right_tab'], async (orientation) => {
    const body = '<label>Search <input id="search"></label>';
    await shop.open({ forms: [letters({ orientation })], body, before: LISTEN });
    shop.collector.mood = 'busy';
    await submitInVain(page, shop, 'cy@example');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await search.fill('beans');
    shop.collector.mood = 'open';
    await passTime(page, () => panel.isVisible()).toBe(true);
    await expect(email).toHaveAccessibleDescription(/such as ann@example.com/);
    // A dialog takes the focus; a tab leaves it on the page, which stays usable.
    await expect(orientation === 'lightbox' ? panel : search).toBeFocused();
    expect(await heardOn(page)).toEqual(['submitting', 'submitFailed']);
    expect(await submissionsAt(shop)).toBe(0);
    await shop.send();
    // This answer came at once, so nothing is delayed.
    await page.clock.runFor(10_000);
    await expect(shop.thanks).toBeVisible();
    expect(await submissionsAt(shop)).toBe(1);
  });
});

// U-130
test('a visitor who has closed a delayed form is not redirected', async ({ shop, page }) => {
  const { tab, panel, host, thanks } = shop;
  await stopClock(page);
  const redirect_url = 'http://shop.localhost/thanks';
  await page.route(redirect_url, (route) => route.fulfill({ body: 'Thanks' }));
  await shop.open({ forms: [letters({ orientation: 'bottom_left_tab', redirect_url })], before: LISTEN });
  const url = page.url();
  shop.collector.mood = 'busy';
  await submitInVain(page, shop);
  await page.keyboard.press('Escape');
  await expect(tab).toBeFocused();
  shop.collector.mood = 'open';
  await passTime(page, () => heardOn(page)).toEqual(['submitting', 'submitted']);
  await expect(panel).toBeHidden();
  await tab.click();
  await expect(thanks).toBeVisible();
  await expect(panel).toBeFocused();
  expect(page.url()).toBe(url);
  await page.keyboard.press('Escape');
  await expect(host).toHaveCount(0);
});

// U-130
test('a visitor who waits for a delayed form is redirected', async ({ shop, page }) => {
  await stopClock(page);
  const redirect_url = 'http://shop.localhost/thanks';
  await page.route(redirect_url, (route) => route.fulfill({ body: 'Thanks' }));
  await shop.open({ forms: [letters({ redirect_url })] });
  shop.collector.mood = 'busy';
  await submitInVain(page, shop);
  shop.collector.mood = 'open';
  await passTime(page, () => page.url()).toBe(redirect_url);
  expect(await submissionsAt(shop)).toBe(1);
});

test('a form reports a failure at once if too many messages are waiting', async ({ shop, page }) => {
  const { email, submit, status } = shop;
  await shop.open({ forms: [letters()], before: LISTEN });
  shop.collector.mood = 'silent';
  await page.evaluate(() => {
    for (let count = 0; count < 1000; count++) window._dcq?.push(['track', 'Looked', {}]);
  });
  await shop.push('showForm', { id: '77' });
  await email.fill('cy@example.com');
  await submit.click();
  await expect(status).toHaveText(FAILED);
  await expect(submit).not.toHaveAttribute('aria-disabled');
  expect(await heardOn(page)).toEqual(['submitting', 'submitFailed']);
});
