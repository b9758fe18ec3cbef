import { applyTags } from './apply-tags.ts';
import { define, guarded, listen } from './guard.ts';
import { send } from './send.ts';
import { site } from './site.ts';

/** Sends a visit now and whenever the page's URL changes. Calls `onVisit` after each. */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  const check = guarded(() => {
    const [href, isSent] = applyTags();
    // A new fragment is not a visit, except after `#/` and `#!`, by which some applications route.
    const address = href.replace(/#(?![/!]).*/, '');
    if (address === last) return;
    last = address;
    if (!isSent && site.visits && new RegExp(site.visits, 'i').test(href)) send('visit', {});
    onVisit();
  });
  // Later: an application may still redirect.
  const checkSoon = () => setTimeout(check);
  check();
  // A page that returns from the back/forward cache is visited again.
  listen('pageshow', ({ persisted }) => {
    if (persisted) last = '';
    checkSoon();
  });
  const { navigation } = window;
  // Without the Navigation API, `navigation` may be an element of that name.
  if (navigation?.currentEntry) {
    listen.call(navigation, 'currententrychange', checkSoon);
    return;
  }
  listen('popstate', checkSoon);
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    define(history, name, (...inputs: Parameters<typeof original>) => {
      checkSoon();
      return original.apply(history, inputs);
    });
  }
}
