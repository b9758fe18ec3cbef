import { page } from './genuine.ts';

/** The host element of a form: a tag name that the styles of pages do not select. */
export const HOST = 'trickle-form';

/** Finds an element in each floating form on the page, also in those of other accounts. */
export function findFloating(selector: string): HTMLElement[] {
  const tabs: HTMLElement[] = [];
  for (const { shadowRoot } of page.querySelectorAll(HOST)) {
    const element = shadowRoot?.querySelector<HTMLElement>(selector);
    if (element) tabs[tabs.length] = element;
  }
  return tabs;
}

/**
 * Numbers a tab among those at the same edge, so that it does not lie on another one: `--n` on wide screens, `--m` on
 * narrow ones, where side tabs are at the lower edge, too. Without a tab, the number is free for others.
 *
 * @param tab The element around the tab, with the words of the orientation as classes.
 */
// Unspecified: U-253
export function setSlot(tab: HTMLElement, hasTab: boolean): void {
  const { className, style } = tab;
  const tabs = findFloating('.tab');
  const edges = { '--n': className, '--m': /left/.test(className) ? 'left' : 'right' };
  for (const [name, edge] of Object.entries(edges)) {
    const used: Record<string, unknown> = {};
    for (const other of tabs) {
      if (other !== tab && other.className.includes(edge)) used[other.style.getPropertyValue(name)] = other;
    }
    let slot = 0;
    while (used[slot]) slot++;
    style.setProperty(name, hasTab ? `${slot}` : '');
  }
  const isAlone = tabs.filter((other) => other.style.getPropertyValue('--m')).length < 2;
  for (const other of tabs) other.toggleAttribute('w', isAlone);
}
