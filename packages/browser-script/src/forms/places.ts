import type { Control } from './control.ts';
import { genuine } from './genuine.ts';
import type { FormsPort } from './port.ts';

/** The attribute by which an element of the page names the form that it contains. */
export const EMBEDDED = 'data-drip-embedded-form';

/** Changes within this time, in milliseconds, are handled together. */
const PAUSE = 100;

/**
 * Watches the document and its open shadow roots. Fills elements that name a form, and restores forms that the page has
 * removed. Browsers let no script look into closed shadow roots. Returns a function that checks at once.
 *
 * @param onEvent Called with the clicks and submissions in all roots.
 */
// Unspecified: U-185
export function watchPlaces(
  { guarded }: FormsPort,
  controls: Map<unknown, Control>,
  onEvent: (event: Event) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scan = (root: Node) => {
    const { addEventListener, querySelectorAll } = genuine(root as Element); // shadow roots have these members, too
    // Adding the same listener again has no effect.
    addEventListener('click', onEvent);
    addEventListener('submit', onEvent);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: [EMBEDDED] });
    for (const place of querySelectorAll<HTMLElement>(`[${EMBEDDED}]`)) {
      controls.get(genuine(place).getAttribute(EMBEDDED))?.fill(place);
    }
    for (const { shadowRoot } of querySelectorAll('*')) {
      // In a form, `shadowRoot` may be an input of that name.
      if (shadowRoot instanceof ShadowRoot) scan(shadowRoot);
    }
  };
  const settle = () => {
    timer = undefined;
    scan(document);
    controls.forEach((control) => {
      control.restore();
    });
  };
  const soon = () => {
    timer = timer || setTimeout(guarded(settle), PAUSE);
  };
  const observer = new MutationObserver(soon);
  return settle;
}
