import { genuine } from './genuine.ts';
import type { FormsPort } from './port.ts';

/**
 * Calls a function when the page's listeners have run: at the end of an event's path, or where the page stops the event.
 * Prevents the event's default action. Leaves events alone that the page has handled itself.
 */
export function afterPage(event: Event, { guarded }: FormsPort, act: () => void): void {
  const { type } = event;
  const path = event.composedPath();
  const onBubble = guarded((now: Event) => {
    const isEnd = now.cancelBubble || now.currentTarget === path[path.length - 1];
    if (now === event && !isEnd) return;
    // Also after another event: this one never came up, because the page has stopped it on its way down.
    for (const node of path) genuine(node).removeEventListener(type, onBubble);
    if (now !== event || now.defaultPrevented) return;
    now.preventDefault();
    act();
  });
  for (const node of path) genuine(node).addEventListener(type, onBubble);
}
