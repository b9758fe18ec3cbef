// @thorough: a form in all its states
import { ACCOUNT, expect, letters, PLACE, test } from './shop.ts';

/** Unusual pages: places added late, clobbered names, shadow roots and transforms. */
const forms = [letters({ orientation: 'embedded' })];
const tabs = [letters({ orientation: 'side_right_tab' })];

/** Returns a form of the page's own with more markup inside. */
const own =
  (more = '') =>
  (host: string) =>
    `
  <form id="own" data-drip-embedded-form="77" action="${host}/forms/77/submissions" method="post">
    <label>Email <input type="email" name="fields[email]" required></label>${more}<button>Join</button></form>`;

/** Names of inputs and images that hide members of elements, forms and documents. */
const NAMES =
  'style hidden submit elements append before matches querySelector querySelectorAll getAttribute setAttribute ' +
  'toggleAttribute dispatchEvent addEventListener isConnected nodeType offsetHeight getBoundingClientRect shadowRoot ' +
  'getRootNode onsubmit parentNode tagName id action method closest reset nodeName firstElementChild textContent';
const DOCUMENT_NAMES = ['createElement', 'activeElement', 'title', 'readyState'];

// U-185
test('a place that is added late, emptied or copied gets the form', async ({ shop, page }) => {
  await shop.open({ forms });
  const { panel, email } = shop;
  const place = '<div data-drip-embedded-form="77"><a>Subscribe</a></div>';
  await page.evaluate((html) => {
    history.pushState(null, '', '/tea');
    // Like a framework that is still loading its contents.
    setTimeout(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), 200);
  }, place);
  await expect(panel).toBeVisible();
  await email.fill('cy@example.com');

  // The framework's own elements.
  expect(await page.locator('[data-drip-embedded-form] a').count()).toBe(1);
  await page.evaluate(() => document.querySelector('[data-drip-embedded-form]')?.replaceChildren());
  await expect(email).toHaveValue('cy@example.com');

  await page.evaluate(() => document.body.replaceWith(document.body.cloneNode(true)));
  await expect(email).toHaveValue('');
  await expect(panel).toHaveCount(1);

  await page.evaluate(() => document.querySelector('main')?.replaceChildren());
  await expect(panel).toHaveCount(0);
  // In one task, so that only the command can find the place.
  await page.evaluate((html) => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
    window._dcq?.push(['showForm', { id: '77' }]);
  }, place);
  await expect(email).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

// U-185
test('a tab and an open form survive a new body and their removal @chromium', async ({ shop, page }) => {
  await shop.open({ forms: [...tabs, letters({ id: '78', orientation: 'lightbox' })] });
  const { tab } = shop;
  await expect(tab.first()).toBeVisible();
  await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
  await expect(tab.first()).toBeVisible();

  await shop.push('showForm', { id: '78' });
  const email = page.getByRole('dialog').getByLabel('Email');
  await email.fill('cy@example.com');
  await page.evaluate(() => {
    for (const host of document.querySelectorAll('trickle-form')) host.remove();
  });
  await expect(email).toHaveValue('cy@example.com');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tab.first()).toBeVisible();
});

test('commands with an unknown id report a failure with the reason @chromium', async ({ shop, page }) => {
  await shop.open({ forms });
  for (const id of ['none', '__proto__', 'toString'])
    for (const command of ['showForm', 'hideForm'])
      expect(
        await page.evaluate(
          ([command, id]) =>
            new Promise((resolve) => {
              const callbacks = { success: resolve, failure: resolve };
              window._dcq?.push([command, { id }, callbacks] as never);
            }),
          [command, id] as const,
        ),
        `${command} ${id}`,
      ).toMatchObject({ success: false, error: 'unknown form' });
  await expect.poll(() => shop.warnings).toEqual(Array(6).fill(expect.stringContaining('unknown form')));
});

// U-186
test('the pressed button is submitted with its name and value', async ({ shop, page }) => {
  await shop.open({
    forms,
    before: `document.addEventListener('submitted.drip', ({ detail }) => { window.submitted = detail; });`,
    body: own(
      '<button type="button">Clear</button><p><button name="fields[plan]" value="pro">Join Pro</button></p>',
    ),
  });
  await shop.hasForms();
  await page.getByLabel('Email').fill('cy@example.com');
  await page.getByRole('button', { name: 'Join Pro' }).click();
  await expect(page.getByText('Nearly there')).toBeVisible();
  expect(shop.posts()).toEqual([`POST /client/${ACCOUNT}/messages`]);
  expect(await shop.subscribers()).toMatchObject([{ custom_fields: { plan: 'pro' } }]);
  expect(await page.evaluate('window.submitted')).toMatchObject({
    submit: 'Join Pro',
    'fields[plan]': 'pro',
  });
});

test('names that hide members do not break a form of the page', async ({ shop, page }) => {
  const inputs = NAMES.split(' ').map(
    (name) => `<input type="hidden" name="${name}"><input type="hidden" id="${name}">`,
  );
  const images = DOCUMENT_NAMES.map((name) => `<img name="${name}" alt="">`);
  await shop.open({ forms, body: (host) => images.join('') + own(inputs.join(''))(host) });
  // Without locators, which fail in such a form.
  const seen = (expression: string) => expect.poll(() => page.evaluate(expression));
  const isShown = `getComputedStyle(document.querySelector('#own')).display !== 'none'`;
  const press = `document.querySelector('#own > button').click()`;
  await shop.push('hideForm', { id: '77' });
  await seen(isShown).toBe(false);
  await shop.push('showForm', { id: '77' });
  await seen(isShown).toBe(true);
  await seen(`document.querySelector(':focus')?.type`).toBe('email');
  // Valid for the browser, but not for the server.
  await page.evaluate(`document.querySelector('#own [type=email]').value = 'cy@example'; ${press}`);
  await seen(`document.querySelector('.trickle-error')?.textContent`).toContain('such as ann@example.com');
  await page.evaluate(`document.querySelector('#own [type=email]').value = 'cy@example.com'; ${press}`);
  await seen(isShown).toBe(false);
  await seen(`document.querySelector('[role=status] strong')?.textContent`).toBe('Nearly there');
  expect(await shop.subscribers()).toHaveLength(1);
  expect(shop.warnings).toEqual([]);
});

test('names that hide members do not break a form of the script @chromium', async ({ shop, page }) => {
  const fields = NAMES.split(' ').map((name) => ({ name, type: 'hidden' as const, value: 'x' }));
  await shop.show({ fields });
  await shop.send();
  await page.keyboard.press('Escape');
  await expect(shop.panel).toHaveCount(0);
  expect(shop.warnings).toEqual([]);
});

// U-185
test('places, forms and openers work in an open shadow root @chromium', async ({ shop, page }) => {
  await shop.open({ forms, body: '<div id="late"></div>' });
  await page.evaluate((html) => {
    const root = (document.querySelector('#late') as Element).attachShadow({ mode: 'open' });
    root.innerHTML = html;
    document.body.append('changed');
  }, `${PLACE}<button data-drip-show-form="77">News?</button>`);
  const { email } = shop;
  await expect(email).toBeVisible();
  await page.getByRole('button', { name: 'News?' }).click();
  await expect(email).toBeFocused();

  await page.evaluate((html) => {
    (document.querySelector('#late')?.shadowRoot as ShadowRoot).innerHTML = html;
  }, own()(shop.url));
  await page.getByLabel('Email').click();
  await page.keyboard.type('cy@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nearly there')).toBeVisible();
  expect(await shop.subscribers()).toHaveLength(1);
});

// U-185
test('places and openers in a closed shadow root have no effect @chromium', async ({ shop, page }) => {
  await shop.open({ forms, body: '<div id="closed"></div>' });
  await page.evaluate((html) => {
    const root = (document.querySelector('#closed') as Element).attachShadow({ mode: 'closed' });
    root.innerHTML = html;
    Object.assign(window, { closed_root: root });
    document.body.append('changed');
  }, `<div data-drip-embedded-form="77"><a>Subscribe</a></div><button data-drip-show-form="77">News?</button>`);
  await page.evaluate('closed_root.querySelector("button").click()');
  const dialog = page.getByRole('dialog');
  // Wait until the forms have loaded, and the click would have had its effect.
  await shop.push('showForm', { id: '77' });
  await expect(dialog.getByLabel('Email')).toBeVisible();
  expect(await page.evaluate('closed_root.querySelector("[data-drip-embedded-form]").textContent')).toBe(
    'Subscribe',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.evaluate('closed_root.querySelector("button").click()');
  await shop.hasForms();
  await expect(dialog).toHaveCount(0);
});

test('the focus returns to an opener in a shadow root', async ({ shop, page }) => {
  await shop.open({ forms: [letters()], body: '<div id="shop"></div>' });
  await page.evaluate(() => {
    const root = (document.querySelector('#shop') as Element).attachShadow({ mode: 'open' });
    root.innerHTML = '<button data-drip-show-form="77">News?</button>';
  });
  const opener = page.getByRole('button', { name: 'News?' });
  await opener.focus();
  await shop.hasForms();
  await page.keyboard.press('Enter');
  await expect(shop.email).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a click event on the document itself has no effect @chromium', async ({ shop, page }) => {
  await shop.open({ forms: tabs });
  await expect(shop.tab).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(shop.warnings).toEqual([]);
});

test('a transformed, transparent or right-to-left body does not move a tab @chromium', async ({ shop }) => {
  const head = `<style>body { transform: translate(0, -500px) scale(.5); filter: blur(9px); opacity: 0; height: 3000px;
    direction: rtl; }</style>`;
  await shop.open({ forms: tabs, head });
  const { tab, panel, close } = shop;
  await expect(tab).toBeInViewport({ ratio: 1 });
  await tab.click();
  await expect(panel).toBeInViewport({ ratio: 1 });
  const [frame, cross] = [await panel.boundingBox(), await close.boundingBox()];
  expect((cross?.x ?? 0) - (frame?.x ?? 0)).toBeLessThan(50);
});

// U-255
test('a place is filled on a page that clears all timers @chromium', async ({ shop, page }) => {
  await page.clock.install();
  await shop.load({ forms });
  await page.evaluate(() => {
    document.querySelector('main')?.append('Tea');
    // The script's timer is set after this task.
    return Promise.resolve().then(() => {
      const last = Number(setTimeout(() => {}));
      for (let timer = last; timer > last - 1000; timer--) clearTimeout(timer);
    });
  });
  await page.clock.runFor(1000);
  await page.locator('main').evaluate((main, html) => main.insertAdjacentHTML('beforeend', html), PLACE);
  await page.clock.runFor(1000);
  await expect(shop.panel).toBeVisible();
});

// U-185
test('a form that the page removes again and again returns a few times, and when the page navigates or asks for it @chromium', async ({
  shop,
  page,
}) => {
  const { tab, panel } = shop;
  await page.clock.install();
  await shop.open({
    forms: [...tabs, letters({ id: '78', orientation: 'embedded' })],
    body: '<ul><li></li></ul>',
  });
  await expect(tab).toBeVisible();
  await page.evaluate(() => {
    let removed = 0;
    const place = document.querySelector('li');
    place?.setAttribute('data-drip-embedded-form', '78');
    const observer = new MutationObserver(() => {
      for (const host of document.querySelectorAll('trickle-form')) {
        host.remove();
        removed++;
      }
      Object.assign(window, { removed });
    });
    observer.observe(document, { childList: true, subtree: true });
    document.querySelector('trickle-form')?.remove();
    Object.assign(window, { observer });
  });
  // Long enough for hundreds of returns.
  await page.clock.runFor(20_000);
  const removed = await page.evaluate<number>('window.removed');
  // The tab and the place, each first and a few times again.
  expect(removed).toBeGreaterThan(4);
  expect(removed).toBeLessThan(15);
  await page.evaluate('observer.disconnect()');
  await page.evaluate(() => history.pushState(null, '', '/tea'));
  await page.clock.runFor(1000);
  await expect(tab).toBeVisible();
  await page.evaluate(() => document.querySelector('trickle-form')?.remove());
  await shop.push('showForm', { id: '77' });
  await expect(panel.first()).toBeVisible();
});

test('a page without a body shows a tab @chromium', async ({ shop }) => {
  await shop.open({
    forms: tabs,
    before: `addEventListener('DOMContentLoaded', () => document.body.remove());`,
  });
  const { tab, email } = shop;
  await tab.click();
  await expect(email).toBeFocused();
  expect(shop.warnings).toEqual([]);
});
