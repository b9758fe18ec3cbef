import { violationsOn } from '../../../../scripts/setup/axe.ts';
import {
  ACCOUNT,
  expect,
  inOtherEngines,
  letters,
  ORIENTATIONS,
  partsOf,
  push,
  smallTargetsOn,
  test,
} from './forms-shop.ts';

/** An orientation of each kind: a tab, a bar, a dialog, and a place on the page. */
const EACH_KIND = new Set<string>(['side_left_tab', 'top_bar', 'lightbox', 'embedded']);

const PLACE = '<div data-drip-embedded-form="77"></div><p>More text.</p>';

for (const [device, use] of [
  ['a desktop', { viewport: { width: 1100, height: 700 } }],
  ['a phone', { viewport: { width: 320, height: 640 }, hasTouch: true }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ ...use, contextOptions: { reducedMotion: 'reduce' } });

    for (const orientation of ORIENTATIONS) {
      test(
        `${orientation} is accessible in every state on ${device}`,
        inOtherEngines(device === 'a phone' && EACH_KIND.has(orientation)),
        async ({ shop, page }) => {
          const isEmbedded = orientation === 'embedded';
          await page.clock.install();
          await shop.open({ forms: [letters({ orientation })], body: isEmbedded ? PLACE : '' });
          const { panel, tab, submit, email, host } = partsOf(page);
          const isSound = async () => {
            expect(await violationsOn(page)).toEqual([]);
            expect(await smallTargetsOn(page)).toEqual([]);
            const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
            expect(overflow).toBeLessThanOrEqual(0);
          };

          if (isEmbedded) await expect(panel).toBeVisible();
          else if (!orientation.endsWith('tab')) await expect(page.getByRole('dialog')).toHaveCount(0);
          else await expect(tab).toBeVisible();
          await isSound();

          await push(page, 'showForm', { id: '77' });
          await expect(panel).toBeVisible();
          await expect(email).toBeFocused();
          await isSound();

          await submit.click();
          await expect(host.locator('.trickle-error')).toHaveCount(1);
          await expect(email).toBeFocused();
          await isSound();
          expect(shop.requests.filter((request) => /POST/.test(request))).toEqual([]);

          let answer = () => {};
          const held = new Promise<void>((resolve) => {
            answer = resolve;
          });
          await page.route('**/client/*/messages', async (route) => {
            await held;
            await route.continue();
          });
          await email.fill('cy@example.com');
          await submit.click();
          await expect(host.getByRole('status')).toHaveText('Sending…');
          await isSound();

          await page.clock.fastForward(5000);
          await expect(host.getByRole('status')).toHaveText(/^This is taking longer than usual/);
          await isSound();

          answer();
          await expect(host.getByText('Nearly there')).toBeVisible();
          await isSound();
          expect(await shop.subscribers()).toMatchObject([{ email: 'cy@example.com', eu_consent: 'denied' }]);
          expect(await shop.server.formSubmissions()).toHaveLength(1);
          // On a slow machine, the answer comes so late that the script repeats the message.
          expect([...new Set(shop.requests)]).toEqual([
            `GET /${ACCOUNT}.js`,
            `GET /client/${ACCOUNT}/forms.js`,
            `POST /client/${ACCOUNT}/messages`,
          ]);
          const sent = shop.collector.posts.flatMap(({ messages }) => messages.map(({ id }) => id));
          expect(new Set(sent).size).toBe(1);
          expect(shop.errors).toEqual([]);
        },
      );
    }
  });
}
