// @thorough: a form in all its states
// @chromium: forms on usual pages; forms-places.spec.ts and others test what engines do differently
import { createElement as h, REACT, renderToString } from './libraries.ts';
import { expect, letters, PLACE, test } from './shop.ts';

/* Faults that public reports found in the forms and surveys of other products. */

const embedded = [letters({ orientation: 'embedded' })];

test('a copy of the page with a place shows one form', async ({ shop, page }) => {
  const email = page.getByLabel('Email');
  for (const swap of ['replaceWith', 'innerHTML'] as const)
    await shop.each(['div', 'li'], async (name) => {
      const place = `<${name} data-drip-embedded-form="77"><a href="#x">Subscribe</a></${name}>`;
      await shop.open({ forms: embedded, body: `<div id="page">${place}</div>` });
      await email.fill('cy@example.com');
      for (let visit = 0; visit < 3; visit++) {
        // Turbo and htmx do this before a visit and on the way back.
        await page.evaluate((how) => {
          const old = document.querySelector('#page') as HTMLElement;
          const copy = old.cloneNode(true) as HTMLElement;
          const html = old.innerHTML;
          old.innerHTML = '<p>Other page</p>';
          if (how === 'innerHTML') old.innerHTML = html;
          else old.replaceWith(copy);
        }, swap);
        await expect(email).toHaveCount(1);
        await expect(email).toHaveValue('');
        await email.fill('cy@example.com');
      }
      // The place shows its own contents when it names no form any more.
      await page.evaluate(() =>
        document.querySelector('[data-drip-embedded-form]')?.removeAttribute('data-drip-embedded-form'),
      );
      await expect(page.getByRole('link', { name: 'Subscribe' })).toBeVisible();
      await expect(email).toHaveCount(0);
    });
});

test('React hydrates a whole document to which a form has been added', async ({ shop, page }) => {
  const app = h('main', null, h('h2', null, 'Step 0'), h('p', { id: 'last' }, 'Last'));
  const forms = [letters({ orientation: 'bottom_right_tab' })];
  await shop.open({ forms, head: REACT, body: `<div id="app">${renderToString(app)}</div>` });
  const { tab, email } = shop;
  await expect(tab).toBeVisible();
  // React owns the elements of the document, whose contents stay as they are.
  await page.evaluate(`
    const h = React.createElement;
    const raw = (name, html) => h(name, { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true });
    const root = document.documentElement;
    ReactDOM.hydrateRoot(document, h('html', { lang: root.lang, dir: root.dir, suppressHydrationWarning: true },
      raw('head', document.head.innerHTML), raw('body', document.body.innerHTML)));`);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
  await shop.push('showForm', { id: '77' });
  await expect(email).toBeFocused();
  await expect(page.locator('trickle-form')).toHaveCount(1);
});

test('a form does not open on a page that the visitor has left before its time', async ({ shop, page }) => {
  await page.clock.install();
  const forms = [letters({ seconds_before_popup: 1, whitelist: ['/search'] })];
  await shop.load({ forms, path: '/search' });
  await page.evaluate(() => history.pushState(null, '', '/other'));
  await page.clock.runFor(2000);
  await expect(shop.panel).toBeHidden();
  await page.evaluate(() => history.back());
  await expect(shop.panel).toBeVisible();
});

test('a page with the same form twice has two that work', async ({ shop, page }) => {
  await shop.open({ forms: embedded, body: PLACE + PLACE });
  const { email, submit } = shop;
  await expect(email).toHaveCount(2);
  for (const index of [1, 0]) {
    await email.nth(index).fill(`cy${index}@example.com`);
    await submit.nth(index).click();
    await expect(page.getByText('Nearly there').nth(index === 1 ? 0 : 1)).toBeVisible();
  }
  expect(await shop.subscribers()).toHaveLength(2);
});
