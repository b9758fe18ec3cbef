// @thorough: a form in all its states

import type { Page } from '@playwright/test';
import { REACT } from './libraries.ts';
import { expect, letters, test } from './shop.ts';

/*
 * Places that are used again: frameworks and morphing libraries keep an element, and change what it is for. It shows the form
 * that it names, or the page's own content, for every element and every way to change it.
 */

/** Each way defines `show(id, text)`, which gives the place the id of a form, or text of its own. */
const ways: Readonly<Record<string, (name: string) => string>> = {
  'React @chromium': (name) => `
    const App = () => {
      const [[id, text], set] = React.useState(['77', null]);
      window.show = (...next) => ReactDOM.flushSync ? set(next) : set(next);
      return React.createElement('${name}', id ? { 'data-drip-embedded-form': id } : { className: 'thanks' }, text);
    };
    ReactDOM.createRoot(document.querySelector('#app')).render(React.createElement(App));`,
  'plain DOM': (name) => `
    const place = document.createElement('${name}');
    document.querySelector('#app').append(place);
    window.show = (id, text) => {
      if (id) place.setAttribute('data-drip-embedded-form', id);
      else place.removeAttribute('data-drip-embedded-form');
      place.textContent = text || '';
    };
    show('77');`,
  // As morphdom and Turbo do: the new HTML is parsed, and what differs is changed.
  'a morph @chromium': (name) => `
    window.show = (id, text) => {
      const template = document.createElement('template');
      template.innerHTML = '<${name}' + (id ? ' data-drip-embedded-form="' + id + '"' : ' class="thanks"') + '>' + (text || '') + '</${name}>';
      const [next, place] = [template.content.firstChild, document.querySelector('#app').firstElementChild];
      if (!place) return document.querySelector('#app').append(next);
      for (const { name } of [...place.attributes]) if (!next.hasAttribute(name)) place.removeAttribute(name);
      for (const { name, value } of next.attributes) if (place.getAttribute(name) !== value) place.setAttribute(name, value);
      for (const child of [...place.childNodes]) if (child.localName !== 'trickle-form') child.remove();
      place.append(...next.childNodes);
    };
    show('77');`,
};

const forms = [
  letters({ orientation: 'embedded' }),
  letters({ id: '78', headline: 'The other one', orientation: 'embedded' }),
];
const show = (page: Page, id: string | null, text?: string) =>
  page.evaluate(
    ([one, other]) => (window as never as { show: (...args: unknown[]) => void }).show(one, other),
    [id, text],
  );

for (const [way, script] of Object.entries(ways)) {
  // U-251
  test(`a place is used again by ${way}`, async ({ shop, page }) => {
    await shop.each(['div', 'li', 'x-later'], async (name) => {
      await shop.open({ forms, head: REACT, body: '<div id="app"></div>' });
      await page.evaluate(script(name));
      const email = page.getByLabel('Email');
      const other = page.getByRole('heading', { name: 'The other one' });
      await email.fill('cy@example.com');

      await show(page, null, 'Your download');
      await expect(page.getByText('Your download')).toBeVisible();
      await expect(email).toHaveCount(0);

      await show(page, '78');
      await expect(other).toBeVisible();
      await expect(page.getByText('Your download')).toHaveCount(0);

      await show(page, '77');
      await expect(other).toHaveCount(0);
      await expect(email).toBeVisible();

      await show(page, 'unknown', 'No such form');
      await expect(page.getByText('No such form')).toBeVisible();
      await expect(email).toHaveCount(0);
      await show(page, '77');
      await expect(email).toBeVisible();
      expect(shop.warnings).toEqual([]);
    });
  });
}

// U-251
test('a custom element that is defined later has its own shadow root @chromium', async ({ shop, page }) => {
  await shop.open({ forms, body: '<x-card data-drip-embedded-form="77"><b>Fallback</b></x-card>' });
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.evaluate(() => {
    customElements.define(
      'x-card',
      class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML = '<h2>A card</h2><slot></slot>';
        }
      },
    );
  });
  await expect(page.getByRole('heading', { name: 'A card' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByText('Fallback')).toBeHidden();
});

// U-251
test('an element that a class of the page extends later has its own shadow root @chromium', async ({
  shop,
  page,
}) => {
  await shop.open({ forms, body: '<div is="x-panel" data-drip-embedded-form="77"></div>' });
  await expect(page.getByLabel('Email')).toBeVisible();
  const isExtended = await page.evaluate(() => {
    customElements.define(
      'x-panel',
      class extends HTMLDivElement {
        constructor() {
          super();
          this.attachShadow({ mode: 'open' }).innerHTML = '<h2>A panel</h2><slot></slot>';
        }
      },
      { extends: 'div' },
    );
    return document.querySelector('[is]')?.constructor !== HTMLDivElement;
  });
  // WebKit does not extend elements of HTML.
  if (isExtended) await expect(page.getByRole('heading', { name: 'A panel' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
});

const overridden = (member: string, value: string) => `
  window.${member}Before = Object.getOwnPropertyDescriptor(Document.prototype, '${member}');
  Object.defineProperty(Document.prototype, '${member}', { configurable: true, get: () => ${value} });`;
const restored = (member: string) =>
  `Object.defineProperty(Document.prototype, '${member}', window.${member}Before)`;

/** Elements that cover a page: how each opens, and how it closes. */
const COVERS = [
  [
    'a modal dialog of the page',
    "document.querySelector('#consent').showModal()",
    "document.querySelector('#consent').close()",
  ],
  [
    'a modal dialog in a shadow root',
    `const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      window.inner = root.appendChild(document.createElement('dialog'));
      window.inner.showModal();`,
    'window.inner.close()',
  ],
  ['another tab', overridden('hidden', 'true'), restored('hidden')],
  ['a full screen', overridden('fullscreenElement', 'document.body'), restored('fullscreenElement')],
] as const;

// U-254
test('a form does not open by itself over what covers the page, but afterwards', async ({ shop, page }) => {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await shop.each(COVERS, async ([, begin, end]) => {
    const forms = [letters({ seconds_before_popup: 5 })];
    await shop.open({ forms, body: '<dialog id="consent">Cookies?</dialog>' });
    await page.clock.runFor(3000);
    await page.evaluate(begin);
    await page.clock.runFor(10_000);
    await expect(shop.panel).toBeHidden();
    await page.evaluate(end);
    await page.clock.runFor(3000);
    await expect(shop.email).toBeVisible();
  });
});
