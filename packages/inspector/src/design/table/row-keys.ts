import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isTyping } from '../typing.ts';

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves the focus between the links of rows: `j` and `k` from anywhere, the arrow keys from a row. */
export function useRowKeys(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const rows = body.current;
      if (step === undefined || !rows || isTyping(event) || !isTarget(rows, event.key)) return;
      event.preventDefault();
      const index = Math.min(count - 1, Math.max(0, focusedRow(rows) + step));
      focusRow(rows, index, rowHeight);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [body, count, rowHeight]);
}

/** With several tables on a page, `j` and `k` apply to the one with the focus, else to the first one. */
function isTarget(rows: HTMLElement, key: string): boolean {
  if (rows.contains(document.activeElement)) return true;
  if (key.startsWith('Arrow') || document.activeElement?.closest('.table')) return false;
  return document.querySelector('.table tbody') === rows;
}

/** The index of the row with the focus, else of the open row, else -1. */
function focusedRow(rows: HTMLElement): number {
  const focused = rows.contains(document.activeElement) ? document.activeElement?.closest('tr') : null;
  const row = focused ?? rows.querySelector<HTMLElement>('[aria-current]');
  return Number(row?.dataset.row ?? -1);
}

function focusRow(rows: HTMLElement, index: number, rowHeight: number): void {
  const edge = rows.getBoundingClientRect().top;
  const top = edge + index * rowHeight;
  // The header of the page and that of the table cover the top of the window.
  const covered = 100;
  if (top < covered) window.scrollBy(0, top - covered);
  const below = top + rowHeight * 2 - window.innerHeight;
  if (below > 0) window.scrollBy(0, below);
  const focus = () => {
    const link = rows.querySelector<HTMLElement>(`[data-row="${index}"] .row-link`);
    link?.focus({ preventScroll: true });
    return link !== null;
  };
  // A row that was not in view is drawn after the page has scrolled.
  if (!focus()) requestAnimationFrame(() => focus() || requestAnimationFrame(focus));
}
