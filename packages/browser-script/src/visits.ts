import { guarded } from './guard.ts';
import { untagged } from './tag.ts';

/** Calls back now, and whenever the page has become another one, however it has: once for each of its addresses. */
// Unspecified: U-72
export function watchVisits(onVisit: () => void): void {
  let last: string | undefined;
  // What leads to a place on the same page is no visit, but some applications keep their address there.
  const address = () => untagged(location.href).replace(/#(?![/!]).*/, '');
  const look = guarded(() => {
    if (address() === last) return;
    onVisit();
    last = address();
  });
  // In a moment: an application may set the title then, or go on to yet another address.
  const soonLook = () => setTimeout(look);
  look();
  addEventListener('popstate', soonLook);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) last = '';
    soonLook();
  });
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    Object.defineProperty(history, name, {
      configurable: true,
      writable: true,
      value(...given: Parameters<typeof original>) {
        soonLook();
        return original.apply(history, given);
      },
    });
  }
}
