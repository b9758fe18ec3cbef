// Long forms, images, buttons and rows in all orientations and widths, routes without forms, and several places for one form.
import type { Page } from '@playwright/test';
import { expect, KINDS, letters, PLACE, test } from './shop.ts';

const IMAGE = 'https://shop.example/beans.gif';

/** Answers requests for the image, which has one pixel. */
const serveImage = (page: Page) =>
  page.route(IMAGE, (route) =>
    route.fulfill({
      contentType: 'image/gif',
      body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
    }),
  );

test('a long form opens at its head, and scrolls beside smooth scrolling', async ({ shop, page }) => {
  await serveImage(page);
  await page.setViewportSize({ width: 390, height: 500 });
  const long = Array.from({ length: 30 }, (_, index) => ({ name: `field_${index}` }));
  await shop.each(KINDS, async (orientation) => {
    const fields = [{ name: 'email' }, ...long];
    await shop.show(
      { orientation, fields, appearance: { image_url: IMAGE } },
      {
        body: `<div style="height: 900px"></div>${orientation === 'embedded' ? PLACE : ''}`,
        before: `for (const type of ['wheel', 'touchmove'])
          addEventListener(type, (event) => { event.preventDefault(); (window.taken ??= []).push(type); }, { passive: false });`,
      },
    );
    const { panel, email } = shop;
    await expect(email).toBeFocused();
    const scrolled = () => panel.evaluate((element) => element.scrollTop);
    expect(await scrolled()).toBe(0);
    // In the flow of the page, the page scrolls to the field.
    if (orientation === 'embedded') return expect(email).toBeInViewport();
    await expect(panel.getByRole('heading', { name: 'Letters' })).toBeInViewport();
    await panel.hover({ position: { x: 60, y: 120 } });
    await page.mouse.wheel(0, 300);
    await expect.poll(scrolled).toBeGreaterThan(0);
    await panel.evaluate((element) =>
      element.dispatchEvent(new Event('touchmove', { bubbles: true, composed: true, cancelable: true })),
    );
    expect(await page.evaluate('window.taken')).toBe(undefined);
    expect(await panel.evaluate((element) => getComputedStyle(element).overscrollBehaviorY)).toBe('contain');
  });
});

test('a form that opened by itself closes on a path of its blacklist @chromium', async ({ shop, page }) => {
  const { panel } = shop;
  const go = (path: string) => page.evaluate((url) => history.pushState(null, '', url), path);
  // The same code decides for all orientations.
  await shop.each(['lightbox', 'bottom_left_tab'], async (orientation) => {
    const lists = { is_widget_enabled: true, is_blacklist_enabled: true, blacklist: ['/cart'] };
    await shop.open({ forms: [letters({ orientation, seconds_before_popup: 0, ...lists })] });
    await expect(panel).toBeVisible();
    await go('/tea');
    await shop.hasForms();
    await expect(panel).toBeVisible();
    await go('/cart');
    await expect(panel).toBeHidden();
    // A form that the visitor or the page opens stays.
    await shop.push('showForm', { id: '77' });
    await expect(panel).toBeVisible();
    await go('/cart?x=1');
    await shop.hasForms();
    await expect(panel).toBeVisible();
  });
});

test('an image that does not load leaves no space @chromium', async ({ shop }) => {
  await shop.each(KINDS, async (orientation) => {
    await shop.show({ orientation, appearance: { image_url: 'http://127.0.0.1:9/none.png' } });
    await expect(shop.panel).toBeVisible();
    await expect(shop.host.locator('img')).toHaveCount(0);
  });
});

test('an image reaches the edge, and buttons show that they can be pressed @chromium', async ({
  shop,
  page,
}) => {
  await serveImage(page);
  await page.setViewportSize({ width: 590, height: 700 });
  await shop.each(['lightbox', 'side_left_tab'], async (orientation) => {
    await shop.show({ orientation, appearance: { image_url: IMAGE } });
    const { panel, host, close, submit } = shop;
    await expect(host.locator('img')).toBeVisible();
    const edges = await panel.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      const image = element.querySelector('img')?.getBoundingClientRect();
      return image && [image.left - left, image.top - top, element.clientWidth - image.width].map(Math.round);
    });
    expect(edges).toEqual([1, 1, 0]);
    for (const button of [submit, close]) {
      const look = (member: 'cursor' | 'boxShadow') =>
        expect.poll(() => button.evaluate((element, name) => getComputedStyle(element)[name], member));
      await page.mouse.move(0, 0);
      await look('cursor').toBe('pointer');
      await look('boxShadow').toBe('none');
      await button.hover();
      await look('boxShadow').toContain(' 2px');
      await page.mouse.down();
      await look('boxShadow').toContain(' 4px');
      await page.mouse.move(0, 0);
      await page.mouse.up();
    }
    await close.click();
    await expect(panel).toBeHidden();
  });
});

test('the image of a lightbox stands beside the fields in a window of 600 pixels @chromium', async ({
  shop,
  page,
}) => {
  await serveImage(page);
  await shop.each(['stacked', 'inline'], async (layout) => {
    for (const height of [300, 700]) {
      await page.setViewportSize({ width: 600, height });
      await shop.show({ appearance: { layout, image_url: IMAGE } });
      await expect(shop.host.locator('img')).toBeVisible();
      const places = await shop.panel.evaluate((element) => {
        const outer = element.getBoundingClientRect();
        const image = element.querySelector('img')?.getBoundingClientRect() ?? outer;
        const form = element.querySelector('form')?.getBoundingClientRect() ?? outer;
        return [
          image.left - outer.left - 1,
          image.top - outer.top - 1 + element.scrollTop,
          element.scrollHeight - image.height,
          form.left - image.right,
        ].map(Math.round);
      });
      expect(places.map(Math.abs), `${height}`).toEqual([0, 0, 0, 0]);
      await shop.close.click();
      await expect(shop.panel).toBeHidden();
    }
  });
});

test('a row is a column on a phone, with labels and without @chromium', async ({ shop, page }) => {
  await shop.each([true, false], async (show_labels) => {
    const fields = [{ name: 'email' }, { name: 'first_name' }];
    const appearance = { layout: 'inline' as const };
    const { eu_consent: _, ...form } = letters({ fields, show_labels, button_text: 'Go', appearance });
    await shop.open({ forms: [form] });
    await shop.push('showForm', { id: '77' });
    await expect(shop.panel).toBeVisible();
    for (const width of [320, 375, 414]) {
      await page.setViewportSize({ width, height: 700 });
      const gaps = await shop.panel.evaluate((element) => {
        const parts = [...element.querySelectorAll('form > div, form > .s')].map((part) =>
          part.getBoundingClientRect(),
        );
        return parts.slice(1).map((part, index) => [part.top - (parts[index]?.bottom ?? 0), part.width]);
      });
      const [between, before] = gaps;
      expect(before?.map(Math.round), `${width}`).toEqual(between?.map(Math.round));
    }
  });
});

test('of two places of a form, the first that can be seen is shown @chromium', async ({ shop, page }) => {
  const desk = page.locator('#desk');
  await shop.each(['the place', 'what is around it'], async (hidden) => {
    const [around, itself] = hidden === 'the place' ? ['', 'hides'] : ['hides', ''];
    await shop.show(
      { orientation: 'embedded' },
      {
        head: '<style>.hides { display: none }</style>',
        body: `<section class="${around}"><div id="phone" class="${itself}" data-drip-embedded-form="77"></div></section>
        <div id="desk" data-drip-embedded-form="77"></div>`,
      },
    );
    await expect(desk.getByLabel('Email')).toBeFocused();
    await expect(page.locator('#phone')).toBeHidden();
    await shop.push('hideForm', { id: '77' });
    await expect(desk).toBeHidden();
    await shop.push('showForm', { id: '77' });
    await expect(desk.getByLabel('Email')).toBeFocused();
  });
});
