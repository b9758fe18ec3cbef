import { define, guarded, listen } from './guard.ts';
import { sendVisit } from './send-visit.ts';
import { site } from './site.ts';

/** Sends a visit now and whenever the page's URL changes. Calls `onVisit` after each. */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  // A new fragment is not a visit, except after `#/` and `#!`, by which some applications route.
  const address = () => location.href.replace(/#(?![/!]).*/, '');
  const check = guarded(() => {
    if (address() === last) return;
    sendVisit(site.visits);
    last = address();
    onVisit();
  });
  // Later: an application may still redirect.
  const checkSoon = (move: { persisted?: boolean }) => {
    if (move.persisted) last = '';
    setTimeout(check);
  };
  check();
  listen('pageshow', checkSoon);
  listen('popstate', checkSoon as () => void); // an event without this member
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    define(history, name, (...given: Parameters<typeof original>) => {
      checkSoon(given as { persisted?: boolean }); // a state without this member
      return original.apply(history, given);
    });
  }
}
