import { define, guarded } from './guard.ts';
import { site } from './site.ts';
import { tell } from './tag.ts';

/**
 * Tells of the page now, and whenever it has become another one, however it has: once for each of its addresses.
 * Calls back after that.
 */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  // What leads to a place on the same page is no visit, but some applications keep their address there.
  const address = () => location.href.replace(/#(?![/!]).*/, '');
  const look = guarded(() => {
    if (address() === last) return;
    tell(site.visits);
    last = address();
    onVisit();
  });
  // In a moment: an application may set the title then, or go on to yet another address.
  const soonLook = (move: { persisted?: boolean }) => {
    if (move.persisted) last = '';
    setTimeout(look);
  };
  look();
  addEventListener('popstate', soonLook as () => void); // which has nothing of that name
  addEventListener('pageshow', soonLook);
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    define(history, name, (...given: Parameters<typeof original>) => {
      soonLook(given as { persisted?: boolean }); // which has nothing of that name
      return original.apply(history, given);
    });
  }
}
