import { isTyping } from '../typing.ts';

/*
 * Listens on the document, and finds the rows when something is pressed: a listener that a table adds after it is drawn
 * would miss what is pressed before.
 */

/** Lets keys move between the rows of tables, and a click anywhere in a row open the row's link. */
export function startRows(): void {
  document.addEventListener('keydown', moveFocus);
  document.addEventListener('click', openRow);
  document.addEventListener('auxclick', openRow);
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves the focus between the links of rows: `j` and `k` from anywhere, the arrow keys from a row. A record beside the list follows. */
function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const rows = rowsFor(event.key);
  if (step === undefined || !rows || isTyping(event)) return;
  event.preventDefault();
  const links = [...rows.querySelectorAll<HTMLElement>('.row-link')];
  const focused = rows.contains(document.activeElement) ? document.activeElement?.closest('tr') : null;
  const from = focused ?? rows.querySelector('[aria-current]');
  const index = links.findIndex((link) => link.closest('tr') === from);
  const link = links[Math.min(links.length - 1, Math.max(0, index + step))];
  link?.focus();
  if (rows.querySelector('[aria-current]') && rows.closest('.split.is-open')) link?.click();
}

/** With several tables on a page, keys apply to the one with the focus, `j` and `k` otherwise to the first one. */
function rowsFor(key: string): Element | null {
  const focused = document.activeElement?.closest('.table tbody');
  return focused ?? (key.startsWith('Arrow') ? null : document.querySelector('.table tbody'));
}

/** Opens the link of a row on a click beside other links and buttons, unless text is being selected; with a key, in a new tab. */
function openRow({ target, ctrlKey, metaKey, shiftKey, button }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label, dialog')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const link = target.closest('.table tr')?.querySelector<HTMLAnchorElement>('.row-link');
  if (link && (ctrlKey || metaKey || shiftKey || button === 1)) window.open(link.href, '_blank');
  else if (button === 0) link?.click();
}
