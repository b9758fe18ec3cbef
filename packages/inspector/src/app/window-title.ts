import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { noteVisit } from './recent.ts';

/** Gives the window the name of the record that is open, otherwise the title of the page, and remembers the record. */
export function useWindowTitle(main: RefObject<HTMLElement | null>, page: string, id: string | undefined) {
  useEffect(() => {
    let last = '';
    const update = () => {
      const name = (main.current && nameIn(main.current)) || page;
      if (name === last) return;
      last = name;
      document.title = `${name} · Trickle`;
      if (id !== undefined && name !== page) noteVisit(name, page);
    };
    update();
    const observer = new MutationObserver(update);
    if (main.current) observer.observe(main.current, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [main, page, id]);
}

/** The heading of the open record, otherwise that of the page, without badges and buttons. */
function nameIn(main: HTMLElement): string {
  const heading = main.querySelector('.split-detail h2') ?? main.querySelector('h1:not(.split-title)');
  const copy = heading?.cloneNode(true) as HTMLElement | undefined; // of an element
  for (const part of copy?.querySelectorAll('.badge, .hidden-visually, button') ?? []) part.remove();
  return copy?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
}
