// @thorough: one feature in all its states
// @chromium: presses before the forms could listen
import type { Page } from '@playwright/test';
import { expect, hold, letters, type Shop, test } from './shop.ts';

/* Openers that are pressed before the forms could listen. */

/** Openers of the form 77 as pages write them; `#press` is what is pressed. */
const OPENERS = [
  `<div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button id="press" data-drip-show-form="77">News</button>';</script>`,
  `<my-button id="host" data-drip-show-form="77"></my-button><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button id="press">News</button>';</script>`,
  '<button id="press" data-drip-show-form="77">News</button>',
  '<a id="press" href="#news" data-drip-show-form="77">News</a>',
  '<a href="#news" data-drip-show-form="77"><b id="press">News</b></a>',
  '<p data-drip-show-form="77">Get our <u id="press">News</u></p>',
  '<form data-drip-show-form="77"><i id="press">News</i></form>',
];

const forms = [letters(), letters({ id: '78', headline: 'Offers' })];

/** Opens a page whose forms arrive when the test has pressed. */
async function open(shop: Shop, page: Page, body: string): Promise<() => void> {
  const release = await hold(page, '**/forms.js');
  await shop.open({ forms, body });
  await shop.isLoaded();
  return release;
}

test('an opener that was pressed before opens its form', async ({ shop, page }) => {
  const dialog = page.getByRole('dialog');
  await shop.each(OPENERS, async (body) => {
    const release = await open(shop, page, body);
    await page.locator('#press').click();
    await page.locator('#text').click();
    release();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAccessibleName('Letters from the coffee shop');
    await expect(dialog.getByLabel('Email')).toBeFocused();
  });
});

test('the last of several presses counts', async ({ shop, page }) => {
  const ids = ['78', '77', '78'];
  const body = ids.map((id) => `<button data-drip-show-form="${id}">${id}</button>`).join('');
  const release = await open(shop, page, body);
  for (const button of await page.getByRole('button').all()) await button.click();
  release();
  await expect(page.getByRole('dialog', { name: 'Offers' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

/** Presses that the page has handled itself, and that name an unknown form. */
const IGNORED = [
  '<button id="press" data-drip-show-form="77" onclick="return false">A</button>',
  '<button id="press" data-drip-show-form="0">A</button>',
];

test('a press that is not for a form opens nothing', async ({ shop, page }) => {
  await shop.each(IGNORED, async (body) => {
    const release = await open(shop, page, body);
    await page.locator('#press').click();
    release();
    await shop.hasForms();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(shop.warnings.filter((warning) => !/hideForm/.test(warning))).toEqual([]);
  });
});
