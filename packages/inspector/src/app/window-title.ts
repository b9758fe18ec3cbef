import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { accountId } from '../api/accounts.ts';

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

function nameIn(main: HTMLElement): string {
  const heading = main.querySelector('.split-detail h2') ?? main.querySelector('h1:not(.split-title)');
  const copy = heading?.cloneNode(true) as HTMLElement | undefined; // of an element
  for (const part of copy?.querySelectorAll('.badge, .hidden-visually, button') ?? []) part.remove();
  return copy?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

interface Visit {
  readonly url: string;
  readonly title: string;
  readonly kind: string;
  readonly account: string;
}

const NAME = 'trickle-inspector-recent';
const MAX_VISITS = 30;

function read(): readonly Visit[] {
  try {
    const visits: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(visits) ? (visits as readonly Visit[]) : []; // written below
  } catch {
    return []; // by something else
  }
}

/** The records of the chosen account that were opened last, the latest first. The browser remembers them. */
export const recentVisits = (): readonly Visit[] =>
  read().filter(({ account }) => account === accountId.value);

function noteVisit(title: string, kind: string): void {
  const url = window.location.pathname;
  const visit = { url, title, kind, account: accountId.peek() };
  const others = read().filter((one) => one.url !== url || one.account !== visit.account);
  localStorage.setItem(NAME, JSON.stringify([visit, ...others].slice(0, MAX_VISITS)));
}
