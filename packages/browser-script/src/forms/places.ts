import type { Control } from './control.ts';
import { genuine } from './genuine.ts';
import type { FormsPort } from './port.ts';

/** The attribute by which an element of the page names the form that it contains. */
export const EMBEDDED = 'data-drip-embedded-form';

/** Changes within this time, in milliseconds, are handled together. */
const PAUSE = 100;

/** The document and its open shadow roots. Browsers let no script look into closed ones. */
export function openRoots(): ParentNode[] {
  const roots: ParentNode[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of genuine(root).querySelectorAll('*')) {
      // In a form, `shadowRoot` may be an input of that name.
      if (shadowRoot instanceof ShadowRoot) roots[roots.length] = shadowRoot;
    }
  }
  return roots;
}

/**
 * Watches the document and its open shadow roots. Fills elements that name a form, and restores forms that the page has
 * removed. Returns a function that checks at once.
 *
 * @param onEvent Called with the clicks and submissions in all roots.
 */
// Unspecified: U-185, U-255
export function watchPlaces(
  { guarded }: FormsPort,
  controls: Map<unknown, Control>,
  onEvent: (event: Event) => void,
): () => void {
  /** The time of the next check, as `performance.now()`. Some pages clear all timers. */
  let due = 0;
  /** The elements on the page that have a form. */
  const filled = new Map<HTMLElement, Control>();
  const controlOf = (place: HTMLElement) => controls.get(genuine(place).getAttribute(EMBEDDED));
  const watch = (root: ParentNode) => {
    const { addEventListener, querySelectorAll } = genuine(root);
    // Captured, because the page may stop an event. Adding the same listener again has no effect.
    addEventListener('click', onEvent, true);
    addEventListener('submit', onEvent, true);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: [EMBEDDED] });
    for (const place of querySelectorAll<HTMLElement>(`[${EMBEDDED}]`)) {
      const control = controlOf(place);
      if (!control) continue;
      filled.set(place, control);
      control.fill(place);
    }
  };
  const settle = () => {
    filled.forEach((control, place) => {
      if (!genuine(place).isConnected || controlOf(place) !== control) {
        filled.delete(place);
        control.empty(place);
      }
    });
    for (const root of openRoots()) watch(root);
    controls.forEach((control) => {
      control.restore();
    });
  };
  const soon = () => {
    const now = performance.now();
    if (now < due) return;
    due = now + PAUSE;
    setTimeout(guarded(settle), PAUSE);
  };
  const observer = new MutationObserver(soon);
  return settle;
}
