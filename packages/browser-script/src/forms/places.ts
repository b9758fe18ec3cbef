import type { Control } from './control.ts';
import { genuine } from './genuine.ts';
import type { FormsPort } from './port.ts';

/** Names, on an element of the page, the form that it holds. */
export const EMBEDDED = 'data-drip-embedded-form';

/** Changes of so many milliseconds are looked at together. */
const PAUSE = 100;

/**
 * Watches the document and its shadow roots for elements that hold a form, whenever and however they come, and for
 * forms that were thrown away. Gives what looks at once.
 *
 * @param hear Is called with the clicks and submissions in any of the roots.
 */
// Unspecified: U-185
export function watchPlaces(
  { guarded }: FormsPort,
  controls: Map<unknown, Control>,
  hear: (event: Event) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (root: Node) => {
    const { addEventListener, querySelectorAll } = genuine(root as Element); // or a root, which has them as well
    // The same function is added once, however often that is said.
    addEventListener('click', hear);
    addEventListener('submit', hear);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: [EMBEDDED] });
    for (const place of querySelectorAll<HTMLElement>(`[${EMBEDDED}]`)) {
      controls.get(genuine(place).getAttribute(EMBEDDED))?.fill(place);
    }
    for (const { shadowRoot } of querySelectorAll('*')) {
      // Of a form it may be an input of that name.
      if (shadowRoot instanceof ShadowRoot) look(shadowRoot);
    }
  };
  const settle = () => {
    timer = undefined;
    look(document);
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
