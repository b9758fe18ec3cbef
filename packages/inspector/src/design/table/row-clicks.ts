import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Lets a click anywhere in a row open the row's link. */
export function useRowClicks(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const rows = body.current;
    rows?.addEventListener('click', openRow);
    return () => rows?.removeEventListener('click', openRow);
  }, [body]);
}

/** Opens the link of a row on a click beside other links and buttons, unless text is being selected. */
function openRow({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  target.closest('tr')?.querySelector<HTMLAnchorElement>('.row-link')?.click();
}
