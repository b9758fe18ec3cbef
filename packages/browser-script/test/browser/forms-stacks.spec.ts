// Pages with smooth scrolling, several places for one form, routes without forms, and broken images.
import {
  expect,
  inOtherEngines,
  letters,
  ORIENTATIONS,
  partsOf,
  push,
  test,
  waitForForms,
} from './forms-shop.ts';

const floating = ORIENTATIONS.filter((orientation) => orientation !== 'embedded');
const long = Array.from({ length: 30 }, (_, index) => ({ name: `field_${index}` }));

for (const orientation of floating) {
  test(
    `a long form as ${orientation} scrolls where the page smooths its scrolling`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({
        forms: [letters({ orientation, fields: [{ name: 'email' }, ...long] })],
        before: `for (const type of ['wheel', 'touchmove'])
        addEventListener(type, (event) => { event.preventDefault(); (window.taken ??= []).push(type); }, { passive: false });`,
      });
      await push(page, 'showForm', { id: '77' });
      const { panel } = partsOf(page);
      await panel.hover({ position: { x: 60, y: 120 } });
      await page.mouse.wheel(0, 300);
      await expect.poll(() => panel.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
      await panel.evaluate((element) =>
        element.dispatchEvent(new Event('touchmove', { bubbles: true, composed: true, cancelable: true })),
      );
      expect(await page.evaluate('window.taken')).toBe(undefined);
      expect(await panel.evaluate((element) => getComputedStyle(element).overscrollBehaviorY)).toBe(
        'contain',
      );
    },
  );

  // The same code decides for all orientations.
  if (!/lightbox|bottom_left_tab/.test(orientation)) continue;
  test(
    `a form as ${orientation} that opened by itself closes on a path of its blacklist`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const forms = [
        letters({
          orientation,
          seconds_before_popup: 0,
          is_widget_enabled: true,
          is_blacklist_enabled: true,
          blacklist: ['/cart'],
        }),
      ];
      await shop.open({ forms });
      const { panel } = partsOf(page);
      await expect(panel).toBeVisible();
      await page.evaluate(`history.pushState(null, '', '/tea')`);
      await waitForForms(page);
      await expect(panel).toBeVisible();
      await page.evaluate(`history.pushState(null, '', '/cart')`);
      await expect(panel).toBeHidden();
      // A form that the visitor or the page opens stays.
      await push(page, 'showForm', { id: '77' });
      await expect(panel).toBeVisible();
      await page.evaluate(`history.pushState(null, '', '/cart?x=1')`);
      await waitForForms(page);
      await expect(panel).toBeVisible();
    },
  );
}

for (const orientation of ORIENTATIONS) {
  test(
    `an image that does not load leaves no space in a form as ${orientation}`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({
        forms: [letters({ orientation, appearance: { image_url: 'http://127.0.0.1:9/none.png' } } as never)],
        body: orientation === 'embedded' ? '<div data-drip-embedded-form="77"></div>' : '',
      });
      await push(page, 'showForm', { id: '77' });
      const { host, panel } = partsOf(page);
      await expect(panel).toBeVisible();
      await expect(host.locator('img')).toHaveCount(0);
    },
  );
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==';

// A bar shows no image.
for (const orientation of floating.filter((one) => !one.endsWith('bar'))) {
  test(
    `the image of a form as ${orientation} reaches the edge, below the close button`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      const appearance = { image_url: 'https://shop.example/beans.gif' };
      await page.route('https://shop.example/*', (route) =>
        route.fulfill({ contentType: 'image/gif', body: Buffer.from(PIXEL.split(',')[1] ?? '', 'base64') }),
      );
      await shop.open({ forms: [letters({ orientation, appearance } as never)] });
      await push(page, 'showForm', { id: '77' });
      await page.setViewportSize({ width: 590, height: 700 });
      const { panel, host, close } = partsOf(page);
      await expect(host.locator('img')).toBeVisible();
      const edges = await panel.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        const image = element.querySelector('img')?.getBoundingClientRect();
        return (
          image && [image.left - left, image.top - top, element.clientWidth - image.width].map(Math.round)
        );
      });
      expect(edges).toEqual([1, 1, 0]);
      await close.click();
      await expect(panel).toBeHidden();
    },
  );

  test(
    `buttons of a form as ${orientation} show that they can be pressed`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({ forms: [letters({ orientation })] });
      await push(page, 'showForm', { id: '77' });
      const { submit, close } = partsOf(page);
      for (const button of [submit, close]) {
        const look = () =>
          button.evaluate((element) => [
            getComputedStyle(element).cursor,
            getComputedStyle(element).boxShadow,
          ]);
        await expect(button).toBeVisible();
        await page.mouse.move(0, 0);
        await expect.poll(look).toEqual(['pointer', 'none']);
        await button.hover();
        await expect.poll(async () => (await look())[1]).toContain(' 2px');
        await page.mouse.down();
        await expect.poll(async () => (await look())[1]).toContain(' 4px');
        await page.mouse.move(0, 0);
        await page.mouse.up();
      }
    },
  );
}

for (const layout of ['stacked', 'inline'] as const) {
  for (const height of [700, 300]) {
    test(
      `the image of a lightbox, ${layout}, stands beside the fields in a window of 600 by ${height}`,
      inOtherEngines(layout === 'stacked' && height === 300),
      async ({ shop, page }) => {
        await page.route('https://shop.example/*', (route) =>
          route.fulfill({ contentType: 'image/gif', body: Buffer.from(PIXEL.split(',')[1] ?? '', 'base64') }),
        );
        const appearance = { layout, image_url: 'https://shop.example/beans.gif' };
        await shop.open({ forms: [letters({ orientation: 'lightbox', appearance } as never)] });
        await page.setViewportSize({ width: 600, height });
        await push(page, 'showForm', { id: '77' });
        const { panel, close } = partsOf(page);
        const places = await panel.evaluate((element) => {
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
        expect(places.map(Math.abs)).toEqual([0, 0, 0, 0]);
        await close.click();
        await expect(panel).toBeHidden();
      },
    );
  }
}

for (const orientation of floating) {
  test(
    `the thanks of a form as ${orientation} replace its headline`,
    inOtherEngines(orientation === 'lightbox'),
    async ({ shop, page }) => {
      await shop.open({ forms: [letters({ orientation })] });
      await push(page, 'showForm', { id: '77' });
      const { host, email, submit, panel } = partsOf(page);
      const headline = host.getByRole('heading', { name: 'Letters from the coffee shop' });
      await expect(headline).toBeVisible();
      await email.fill('cy@example.com');
      await submit.click();
      await expect(host.getByText('Nearly there')).toBeVisible();
      await expect(headline).toBeHidden();
      await expect(panel).toHaveAccessibleName('Letters from the coffee shop');
    },
  );
}

for (const show_labels of [true, false]) {
  for (const width of [320, 375, 414]) {
    test(
      `a row ${show_labels ? 'with' : 'without'} labels is a column on a phone of ${width} pixels`,
      inOtherEngines(width === 320 && show_labels),
      async ({ shop, page }) => {
        const fields = [{ name: 'email' }, { name: 'first_name' }];
        const appearance = { layout: 'inline' as const };
        const { eu_consent: _, ...form } = letters({
          orientation: 'lightbox',
          fields,
          show_labels,
          button_text: 'Go',
          appearance,
        } as never);
        await page.setViewportSize({ width, height: 700 });
        await shop.open({ forms: [form] });
        await push(page, 'showForm', { id: '77' });
        const { panel } = partsOf(page);
        await expect(panel).toBeVisible();
        const gaps = await panel.evaluate((element) => {
          const parts = [...element.querySelectorAll('form > div, form > .s')].map((part) =>
            part.getBoundingClientRect(),
          );
          return parts.slice(1).map((part, index) => [part.top - (parts[index]?.bottom ?? 0), part.width]);
        });
        const [between, before] = gaps;
        expect(before?.map(Math.round)).toEqual(between?.map(Math.round));
      },
    );
  }
}

const HIDINGS = { 'by its style': 'style="display: none"', 'with what is around it': '' };

for (const [how, attributes] of Object.entries(HIDINGS)) {
  test(
    `of two places of a form, the first that can be seen is shown if the other is hidden ${how}`,
    inOtherEngines(how === 'by its style'),
    async ({ shop, page }) => {
      const around = attributes ? '' : 'style="display: none"';
      await shop.open({
        forms: [letters({ orientation: 'embedded' })],
        body: `<section ${around}><div id="phone" ${attributes} data-drip-embedded-form="77"></div></section>
        <div id="desk" data-drip-embedded-form="77"></div>`,
      });
      const desk = page.locator('#desk');
      await push(page, 'showForm', { id: '77' });
      await expect(desk.getByLabel('Email')).toBeFocused();
      await expect(page.locator('#phone')).toBeHidden();
      await push(page, 'hideForm', { id: '77' });
      await expect(desk).toBeHidden();
      await push(page, 'showForm', { id: '77' });
      await expect(desk.getByLabel('Email')).toBeFocused();
    },
  );
}
