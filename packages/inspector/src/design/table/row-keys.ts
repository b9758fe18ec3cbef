import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isTyping } from '../typing.ts';

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves the focus between the links of rows: `j` and `k` from anywhere, the arrow keys from a row. A record beside the list follows. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const rows = body.current;
      if (step === undefined || !rows || isTyping(event) || !isTarget(rows, event.key)) return;
      event.preventDefault();
      const links = [...rows.querySelectorAll<HTMLElement>('.row-link')];
      const focused = rows.contains(document.activeElement) ? document.activeElement?.closest('tr') : null;
      const from = focused ?? rows.querySelector('[aria-current]');
      const index = links.findIndex((link) => link.closest('tr') === from);
      const link = links[Math.min(links.length - 1, Math.max(0, index + step))];
      link?.focus();
      if (rows.querySelector('[aria-current]') && rows.closest('.split.is-open')) link?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [body]);
}

/** With several tables on a page, `j` and `k` apply to the one with the focus, otherwise to the first one. */
function isTarget(rows: HTMLElement, key: string): boolean {
  if (rows.contains(document.activeElement)) return true;
  if (key.startsWith('Arrow') || document.activeElement?.closest('.table')) return false;
  return document.querySelector('.table tbody') === rows;
}
