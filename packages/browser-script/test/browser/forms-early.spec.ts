// @thorough: one feature in all its states
import { expect, inOtherEngines, letters, onlyInChromium, test, waitForForms } from './forms-shop.ts';

/* Openers that are pressed before the forms could listen. */

/** Openers of the form 77 as pages write them; `#press` is what is pressed. */
const OPENERS = {
  'a button': '<button id="press" data-drip-show-form="77">News</button>',
  'a link': '<a id="press" href="#news" data-drip-show-form="77">News</a>',
  'an element in a link': '<a href="#news" data-drip-show-form="77"><b id="press">News</b></a>',
  'words of a paragraph': '<p data-drip-show-form="77">Get our <u id="press">News</u></p>',
  'a form': '<form data-drip-show-form="77"><i id="press">News</i></form>',
  'a button in a shadow root': `<div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button id="press" data-drip-show-form="77">News</button>';</script>`,
  'an element with a shadow root': `<my-button id="host" data-drip-show-form="77"></my-button><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button id="press">News</button>';</script>`,
};

const forms = [
  letters({ orientation: 'lightbox' }),
  letters({ id: '78', headline: 'Offers', orientation: 'lightbox' }),
];

test.beforeEach(async ({ page }) => {
  // The forms arrive when the test has pressed.
  let release = () => {};
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.exposeFunction('release', () => release());
  await page.route('**/forms.js', async (route) => {
    await pressed;
    await route.continue();
  });
});

for (const [name, body] of Object.entries(OPENERS)) {
  test(
    `${name} that was pressed before opens its form`,
    inOtherEngines(name === 'a button in a shadow root'),
    async ({ shop, page }) => {
      await shop.open({ forms, body: `${body}<p id="text2">Other text.</p>` });
      await page.waitForFunction(() => typeof window._dc === 'object');
      await page.locator('#press').click();
      await page.locator('#text2').click();
      await page.evaluate('release()');
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(page.getByRole('dialog', { name: 'Letters from the coffee shop' })).toBeVisible();
      await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused();
      expect(shop.errors).toEqual([]);
    },
  );
}

test('the last of several presses counts', onlyInChromium, async ({ shop, page }) => {
  const body = ['78', '77', '78']
    .map((id, index) => `<button id="b${index}" data-drip-show-form="${id}">${id}</button>`)
    .join('');
  await shop.open({ forms, body });
  await page.waitForFunction(() => typeof window._dc === 'object');
  for (const index of [0, 1, 2]) await page.locator(`#b${index}`).click();
  await page.evaluate('release()');
  await expect(page.getByRole('dialog', { name: 'Offers' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

for (const [name, body] of [
  [
    'that the page has handled itself',
    '<button id="press" data-drip-show-form="77" onclick="return false">A</button>',
  ],
  ['of an unknown form', '<button id="press" data-drip-show-form="0">A</button>'],
] as const)
  test(`a press ${name} opens nothing`, inOtherEngines(name.includes('handled')), async ({ shop, page }) => {
    await shop.open({ forms, body });
    await page.waitForFunction(() => typeof window._dc === 'object');
    await page.locator('#press').click();
    await page.evaluate('release()');
    await waitForForms(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect([shop.errors, shop.warnings.filter((warning) => !/hideForm/.test(warning))]).toEqual([[], []]);
  });
