import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTyping } from '../typing.ts';

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** A row that gets the focus once it is drawn, and what had the focus before. */
interface Wanted {
  readonly index: number;
  readonly before: Element | null;
}

/** Moves the focus between the links of rows: `j` and `k` from anywhere, the arrow keys from a row. */
export function useRowKeys(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): void {
  const wanted = useRef<Wanted | undefined>(undefined);
  // A row that was not in view is drawn after the page has scrolled.
  useLayoutEffect(() => {
    const rows = body.current;
    if (!rows || !wanted.current) return;
    const { activeElement } = document;
    const isFree =
      [wanted.current.before, document.body].includes(activeElement) || rows.contains(activeElement);
    if (!isFree || focusIfDrawn(rows, wanted.current.index)) wanted.current = undefined;
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const rows = body.current;
      if (step === undefined || !rows || isTyping(event) || !isTarget(rows, event.key)) return;
      event.preventDefault();
      // Keys may come faster than rows are drawn.
      const from = wanted.current?.index ?? focusedRow(rows);
      const index = Math.min(count - 1, Math.max(0, from + step));
      scrollToRow(rows, index, rowHeight);
      wanted.current = focusIfDrawn(rows, index) ? undefined : { index, before: document.activeElement };
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [body, count, rowHeight]);
}

/** With several tables on a page, `j` and `k` apply to the one with the focus, otherwise to the first one. */
function isTarget(rows: HTMLElement, key: string): boolean {
  if (rows.contains(document.activeElement)) return true;
  if (key.startsWith('Arrow') || document.activeElement?.closest('.table')) return false;
  return document.querySelector('.table tbody') === rows;
}

/** The index of the row with the focus, otherwise of the open row, otherwise -1. */
function focusedRow(rows: HTMLElement): number {
  const focused = rows.contains(document.activeElement) ? document.activeElement?.closest('tr') : null;
  const row = focused ?? rows.querySelector<HTMLElement>('[aria-current]');
  return Number(row?.dataset.row ?? -1);
}

/** Scrolls the page until a row is in view, whether it is drawn or not. */
function scrollToRow(rows: HTMLElement, index: number, rowHeight: number): void {
  const edge = rows.getBoundingClientRect().top;
  const top = edge + index * rowHeight;
  // The header of the page and that of the table cover the top of the window.
  const covered = 100;
  if (top < covered) window.scrollBy(0, top - covered);
  const below = top + rowHeight * 2 - window.innerHeight;
  if (below > 0) window.scrollBy(0, below);
}

/** Focuses the link of a row, if it has one, and opens it if another row is open beside the list. Returns whether the row is drawn. */
function focusIfDrawn(rows: HTMLElement, index: number): boolean {
  const row = rows.querySelector(`[data-row="${index}"]`);
  const link = row?.querySelector<HTMLElement>('.row-link');
  link?.focus({ preventScroll: true });
  if (rows.querySelector('[aria-current]') && rows.closest('.split.is-open')) link?.click();
  return row !== null;
}
