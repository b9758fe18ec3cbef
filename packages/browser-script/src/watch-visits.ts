import { define, guarded, listen } from './guard.ts';
import { sendVisit } from './send-visit.ts';

/** Sends a visit now and whenever the page's URL changes. Calls `onVisit` after each. */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  // A new fragment is not a visit, except after `#/` and `#!`, by which some applications route.
  const address = () => location.href.replace(/#(?![/!]).*/, '');
  const check = guarded(() => {
    if (address() === last) return;
    sendVisit();
    last = address();
    onVisit();
  });
  // Later: an application may still redirect.
  const checkSoon = () => setTimeout(check);
  check();
  // A page that returns from the back/forward cache is visited again.
  listen('pagehide', () => {
    last = '';
  });
  listen('pageshow', checkSoon);
  listen('popstate', checkSoon);
  // Applications that use the Navigation API call no method of `history`. Without it, the window gets a listener in vain.
  listen.call(window.navigation, 'currententrychange', checkSoon);
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    define(history, name, (...inputs: Parameters<typeof original>) => {
      checkSoon();
      return original.apply(history, inputs);
    });
  }
}
