/*
 * Keeps the place on each page of the browser's history: Back, Forward and a reload lead to where the page was, also in
 * a list whose rows are loaded while it scrolls.
 */

interface EntryState {
  readonly top?: number;
}

const topOf = (state: EntryState | null): number => state?.top ?? 0;

/** Real milliseconds after which a page that no longer grows will not reach the place. */
const PATIENCE = 5000;

let target: number | undefined;

let patience: ReturnType<typeof setTimeout> | undefined;

export function keepPlace(): void {
  if (target === undefined) window.history.replaceState({ top: window.scrollY } satisfies EntryState, '');
}

export function returnToPlace(): void {
  target = topOf(window.history.state as EntryState | null); // stored above
  scrollOn();
}

export function startAtTop(): void {
  giveUp();
  window.scrollTo(0, 0);
  keepPlace();
}

function scrollOn(): void {
  if (target === undefined) return;
  clearTimeout(patience);
  patience = setTimeout(giveUp, PATIENCE);
  window.scrollTo(0, target);
  if (Math.abs(window.scrollY - target) < 1) giveUp();
}

function giveUp(): void {
  target = undefined;
}

/** Follows the user's scrolling, and the growth of the page while a place is awaited. */
export function startScroll(): void {
  window.history.scrollRestoration = 'manual';
  new ResizeObserver(scrollOn).observe(document.body);
  window.addEventListener('scrollend', keepPlace);
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    window.addEventListener(type, giveUp, { passive: true });
  }
  returnToPlace();
}
