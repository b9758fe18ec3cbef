import { signal } from '@preact/signals';
import { isTyping } from '../design/typing.ts';
import { navigate, urlOf } from '../location/location.ts';
import { PAGES } from '../nouns.ts';

export const openDialog = signal<'palette' | 'help' | undefined>(undefined);

/** Whether the last key was `g`, so that the next one names a page. */
let isGoing = false;

export function startKeyboard(): void {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      openDialog.value = openDialog.value === 'palette' ? undefined : 'palette';
      return;
    }
    if (event.key === 'Escape') return leave(event);
    if (isTyping(event)) return;
    const page = isGoing ? PAGES.find(({ key }) => key === event.key) : undefined;
    isGoing = !page && event.key === 'g';
    if (page) {
      event.preventDefault();
      event.stopImmediatePropagation(); // `g j` must not also move to the next row
      navigate(urlOf(page.path));
    } else if (event.key === '/') focusSearch(event);
    else if (event.key === '?') openDialog.value = 'help';
  });
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  event.preventDefault();
  if (field) field.select();
  else openDialog.value = 'palette';
  field?.focus();
}

/** Leaves a field, otherwise closes the record beside a list. */
function leave(event: KeyboardEvent): void {
  const { activeElement } = document;
  if (event.defaultPrevented || activeElement?.closest('dialog')) return;
  if (activeElement instanceof HTMLElement && activeElement.matches('input, select, textarea')) {
    activeElement.blur();
    return;
  }
  document.querySelector<HTMLAnchorElement>('main [data-close]')?.click();
}
