import { signal } from '@preact/signals';
import { Dialog } from '../design/dialog/dialog.tsx';
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

type Meanings = readonly (readonly [keys: readonly string[], meaning: string])[];

const KEYS: Meanings = [
  [['Ctrl', 'K'], 'Find pages, records and actions'],
  [['/'], 'Search on this page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['End', 'Home'], 'The end of the list, and back'],
  [['Esc'], 'Leave a field; close the open record'],
  [['?'], 'This help'],
];

export const Help = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard" onClose={onClose} size="wide">
    <div class="columns">
      <KeyList of={KEYS} />
      <KeyList of={PAGES.map(({ key = '', title }) => [['g', key], title])} />
    </div>
  </Dialog>
);

const KeyList = ({ of: meanings }: { readonly of: Meanings }) => (
  <dl class="key-list stack">
    {meanings.map(([keys, meaning]) => (
      <div key={meaning} class="actions">
        <dt class="actions">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);
