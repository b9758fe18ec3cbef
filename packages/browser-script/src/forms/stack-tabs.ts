import { page } from './genuine.ts';

/** The host element of a form: a tag name that the styles of pages do not select. */
export const HOST = 'trickle-form';

/**
 * Stacks the visible tabs on each side of the window. Those at the lower edge come first, because tabs at the sides are
 * there on narrow screens only.
 */
// Unspecified: U-222
export function stackTabs(): void {
  for (const side of ['left', 'right']) {
    let height = 0;
    for (const edge of ['bottom', 'side'])
      page.querySelectorAll(HOST).forEach(({ shadowRoot }) => {
        const tab = shadowRoot?.querySelector<HTMLElement>(`.${edge}.${side}>.t`);
        tab?.style.setProperty('--n', `${height}px`);
        height += tab?.offsetHeight || 0;
      });
  }
}
