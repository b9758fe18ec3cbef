import { define, guarded, listen } from './guard.ts';
import { sendVisit } from './send-visit.ts';
import { site } from './site.ts';

/**
 * Sends the present visit, and one whenever the page's URL changes, however it changes. Calls back after each.
 */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  // A fragment is no visit, except `#/` and `#!`, which some applications route by.
  const address = () => location.href.replace(/#(?![/!]).*/, '');
  const look = guarded(() => {
    if (address() === last) return;
    sendVisit(site.visits);
    last = address();
    onVisit();
  });
  // Later: an application may still set the title, or redirect.
  const soonLook = (move: { persisted?: boolean }) => {
    if (move.persisted) last = '';
    setTimeout(look);
  };
  look();
  listen('pageshow', soonLook);
  listen('popstate', soonLook as () => void); // which has no such member
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    define(history, name, (...given: Parameters<typeof original>) => {
      soonLook(given as { persisted?: boolean }); // which has no such member
      return original.apply(history, given);
    });
  }
}
