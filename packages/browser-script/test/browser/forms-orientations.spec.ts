import { violationsOn } from '../../../../scripts/setup/axe.ts';
import {
  ACCOUNT,
  expect,
  hold,
  KINDS,
  letters,
  MESSAGES,
  ORIENTATIONS,
  PLACE,
  smallTargetsOn,
  test,
} from './shop.ts';

const PRIVACY = 'https://shop.test/privacy';

/** Other engines run one of each kind on a phone, and two of them. */
for (const [device, orientations, use] of [
  ['a desktop @chromium', ORIENTATIONS, { viewport: { width: 1100, height: 700 } }],
  ['a phone', KINDS, { viewport: { width: 320, height: 640 }, hasTouch: true }],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ ...use, contextOptions: { reducedMotion: 'reduce' } });

    test(`forms are accessible in every state under a strict policy on ${device}`, async ({ shop, page }) => {
      await page.clock.install();
      const { panel, tab, submit, email, host, status, thanks } = shop;
      const isSound = async () => {
        expect(await violationsOn(page)).toEqual([]);
        expect(await smallTargetsOn(page)).toEqual([]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overflow).toBeLessThanOrEqual(0);
      };
      await shop.each(
        orientations,
        async (orientation) => {
          const isEmbedded = orientation === 'embedded';
          const answer = await hold(page, MESSAGES);
          const form = letters({ orientation, decline_text: 'No thanks', privacy_url: PRIVACY });
          await shop.open({
            forms: [form],
            body: isEmbedded ? `${PLACE}<p>More text.</p>` : '',
            isStrict: true,
          });
          if (isEmbedded) await expect(panel).toBeVisible();
          else if (!orientation.endsWith('tab')) await expect(page.getByRole('dialog')).toHaveCount(0);
          else await expect(tab).toBeVisible();
          await isSound();

          await shop.push('showForm', { id: '77' });
          await expect(panel).toBeVisible();
          await expect(email).toBeFocused();
          await expect(host.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', PRIVACY);
          await expect(host.getByRole('button', { name: 'No thanks' })).toBeVisible({ visible: !isEmbedded });
          await isSound();

          await submit.click();
          await expect(host.locator('.trickle-error')).toHaveCount(1);
          await expect(email).toBeFocused();
          await expect(email).toHaveAttribute('aria-invalid', 'true');
          await expect(email).toHaveAccessibleDescription(/\w/);
          await expect(email).toHaveAccessibleName('Email *');
          await isSound();
          expect(shop.posts()).toEqual([]);

          // As programs that fill in forms do: every input, shown or hidden. No field of the form is only for programs.
          await host.evaluate(({ shadowRoot }) => {
            for (const input of shadowRoot?.querySelectorAll<HTMLInputElement>('input:not([type])') ?? [])
              input.value = 'Filled';
          });
          await email.fill('cy@example.com');
          await submit.click();
          await expect(status).toHaveText('Sending…');
          await isSound();

          await page.clock.fastForward(5000);
          await expect(status).toHaveText(/^This is taking longer than usual/);
          await isSound();

          answer();
          await expect(thanks).toBeVisible();
          // They replace the headline where there is no page around it.
          await expect(host.getByRole('heading')).toHaveCount(isEmbedded ? 1 : 0);
          await expect(panel).toHaveAccessibleName('Letters from the coffee shop');
          await isSound();
          const subscriber = { email: 'cy@example.com', eu_consent: 'denied', tags: [] };
          expect(await shop.subscribers()).toMatchObject([subscriber]);
          expect(await shop.server.formSubmissions()).toHaveLength(1);
          // On a slow machine, the answer comes so late that the script repeats the message.
          expect([...new Set(shop.requests)]).toEqual([
            `GET /${ACCOUNT}.js`,
            `GET /client/${ACCOUNT}/forms.js`,
            `POST /client/${ACCOUNT}/messages`,
          ]);
          const sent = shop.collector.posts.flatMap(({ messages }) => messages.map(({ id }) => id));
          expect(new Set(sent).size).toBe(1);
        },
        2,
      );
    });
  });
}
