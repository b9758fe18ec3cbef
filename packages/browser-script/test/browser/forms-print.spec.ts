// @thorough: a form in all its states
import { expect, letters, type Shop, test } from './shop.ts';

/** Switches between screen and print; `isFirefox` because its driver ignores `emulateMedia`. */
async function emulatePrint(shop: Shop, isFirefox: boolean, media: 'screen' | 'print'): Promise<void> {
  if (!isFirefox) return shop.host.page().emulateMedia({ media });
  // Applies the form's own print rule to the screen, so that Firefox resolves it against the other rules.
  await shop.host.evaluate((host, shownIn) => {
    const rules = (host.shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules]);
    const media = rules.flatMap((rule) => (rule instanceof CSSMediaRule ? [rule.media] : []));
    const [printed, ...others] = media.filter((list) => /^print$|^screen$/.test(list.mediaText));
    if (printed === undefined || others.length > 0) throw new Error('The form needs one rule for print.');
    printed.mediaText = shownIn === 'print' ? 'screen' : 'print';
  }, media);
}

test('floating forms are not printed', async ({ shop, browserName }) => {
  await shop.open({ forms: [letters({ orientation: 'side_right_tab' })] });
  const { tab, panel } = shop;
  const emulate = (media: 'screen' | 'print') => emulatePrint(shop, browserName === 'firefox', media);
  await expect(tab).toBeVisible();
  await emulate('print');
  await expect(tab).toBeHidden();
  await emulate('screen');
  await tab.click();
  await expect(panel).toBeVisible();
  await emulate('print');
  await expect(panel).toBeHidden();
});
