// @thorough: a form in all its states
import type { Page } from '@playwright/test';
import { expect, letters, partsOf, test } from './forms-shop.ts';

/** Switches between screen and print; `isFirefox` because its driver ignores `emulateMedia`. */
async function emulatePrint(page: Page, isFirefox: boolean, media: 'screen' | 'print'): Promise<void> {
  if (!isFirefox) return page.emulateMedia({ media });
  // Applies the form's own print rule to the screen, so that Firefox resolves it against the other rules.
  await partsOf(page).host.evaluate((host, shownIn) => {
    const rules = (host.shadowRoot?.adoptedStyleSheets ?? []).flatMap(({ cssRules }) => [...cssRules]);
    const media = rules.flatMap((rule) => (rule instanceof CSSMediaRule ? [rule.media] : []));
    const [printed, ...others] = media.filter((list) => /^print$|^screen$/.test(list.mediaText));
    if (printed === undefined || others.length > 0) throw new Error('The form needs one rule for print.');
    printed.mediaText = shownIn === 'print' ? 'screen' : 'print';
  }, media);
}

test('floating forms are not printed', async ({ shop, page, browserName }) => {
  await shop.open({ forms: [letters({ orientation: 'side_right_tab' })] });
  const { tab, panel } = partsOf(page);
  const emulate = (media: 'screen' | 'print') => emulatePrint(page, browserName === 'firefox', media);
  await expect(tab).toBeVisible();
  await emulate('print');
  await expect(tab).toBeHidden();
  await emulate('screen');
  await tab.click();
  await expect(panel).toBeVisible();
  await emulate('print');
  await expect(panel).toBeHidden();
});
