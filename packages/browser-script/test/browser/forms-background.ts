import { violationsOn } from '../../../../scripts/setup/axe.ts';
import { expect, inOtherEngines, letters, ORIENTATIONS, partsOf, push, test } from './forms-shop.ts';

/** Tests the background of forms of both schemes, and their link. A file of tests has one scheme: in Firefox, it belongs to the browser. */
export function testBackgrounds(scheme: 'light' | 'dark', background: string): void {
  for (const orientation of ORIENTATIONS) {
    test(
      `a ${orientation} has the background for ${scheme} and a link to the policy`,
      inOtherEngines(orientation === 'lightbox'),
      async ({ shop, page }) => {
        const appearance = {
          color_scheme: 'auto' as const,
          background_color: '#fff3e0',
          dark_background_color: '#3b1f10',
        };
        const form = letters({
          ...{ orientation, appearance, decline_text: 'No thanks' },
          privacy_url: 'https://shop.test/privacy',
        });
        const place = '<div data-drip-embedded-form="77"></div>';
        await shop.open({ forms: [form], body: orientation === 'embedded' ? place : '' });
        await push(page, 'showForm', { id: '77' });
        const { panel, host } = partsOf(page);
        await expect(panel).toBeVisible();
        expect(await panel.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(background);
        const link = host.getByRole('link', { name: 'Privacy policy' });
        await expect(link).toHaveAttribute('href', 'https://shop.test/privacy');
        const [other] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
        await other.close();
        // A link in a label does not check its box.
        await expect(host.getByRole('checkbox')).not.toBeChecked();
        expect(await violationsOn(page)).toEqual([]);
      },
    );
  }
}
