import { element } from './element.ts';
import { findFocused, genuine, page } from './genuine.ts';
import type { Settings } from './settings.ts';
import { snooze } from './snooze.ts';
import { applyStyles } from './styles.ts';
import { createSubmitter } from './submitter.ts';

/** Selects visible inputs; the first one gets the focus. */
export const FIRST_INPUT = 'input:not([type=hidden]),select,textarea';

/** The host element of a form: a tag name that the styles of pages do not select. */
const HOST = 'trickle-form';

/** A `dialog`, or in browsers without it another element that behaves much the same. */
type Panel = HTMLElement & Partial<HTMLDialogElement>;

/** A form that the script has created. */
export interface Widget {
  readonly host: HTMLElement;
  isOpen(): boolean;
  /** Adds the form to its place or to the document. */
  attach(): void;
  /** Opens the form; `isAsked` if the visitor or the page wants it, not if it opens by itself. */
  open(isAsked: boolean): void;
  /** Closes the form. Removes it if it was submitted. */
  close(): void;
  /** Sets whether the closed form shows its tab. */
  setTab(hasTab: boolean): void;
  /** Puts the form back, as it was, if the page has removed it; not after submitting and closing. */
  restore(): void;
}

/** Creates a form. With a place on the page it is open in that place; without one it floats and is closed. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: splitting it makes the script larger than the size test allows
export function createWidget(settings: Settings, place?: Element): Widget {
  const { definition, port, key } = settings;
  const { guarded } = port;
  const { label, orientation } = definition;
  const isTab = !place && /tab/.test(orientation);
  // `novalidate`: the script shows the browser's validation messages beside the fields.
  const ownForm = element('form', { novalidate: true }, ...definition.form);
  const form = genuine(ownForm);
  const panel: Panel = element(
    place || isTab ? 'div' : 'dialog',
    {
      class: 'p',
      tabindex: '-1',
      'aria-label': label,
      role: place ? 'group' : 'dialog',
      hidden: !place,
    },
    ...definition.head,
    ownForm,
  );
  const wrapper = element(
    'section',
    { class: !place && `f ${orientation}`, 'aria-label': label },
    definition.tab,
    panel,
  );
  wrapper.style.cssText = definition.styles;
  // The server puts these elements first.
  const tab = wrapper.firstChild as HTMLElement;
  const closer = panel.firstChild as HTMLElement;
  // The host is outside the body, so it does not inherit the body's direction.
  const host = element(HOST, { dir: !place && getComputedStyle(page.body).direction });
  // The shadow root separates the styles of the page and the form.
  const root = host.attachShadow({ mode: 'open' });
  applyStyles(root, port.nonce);
  root.append(wrapper);
  let isOpen = !!place;
  let hasTab = false;
  /** The element that had the focus before. */
  let before: HTMLElement | null;

  const setTab = (value: boolean) => {
    // A submitted form shows its confirmation and has no tab.
    hasTab = value && isTab && !form.hidden;
    tab.hidden = !hasTab || isOpen;
  };
  const attach = () => {
    // Not in the body, which pages replace and transform. At the end, above other forms.
    (place ?? page.documentElement).append(host);
    if (!isOpen) return;
    panel.hidden = false;
    // A dialog that was removed still has `open`, but is not modal any more.
    panel.open = !panel.showModal;
    panel.showModal?.();
  };
  const open = (isAsked: boolean) => {
    if (!isOpen) {
      isOpen = true;
      before = findFocused();
      tab.hidden = true;
      attach();
      // A tab that opens by itself must not take the focus from the page, which stays usable.
      if (isAsked || !isTab) panel.focus();
    }
    if (isAsked) form.querySelector<HTMLElement>(FIRST_INPUT)?.focus();
  };
  const close = () => {
    if (!isOpen) return;
    const hadFocus = panel.matches(':focus-within');
    isOpen = false;
    panel.hidden = true;
    panel.close?.();
    setTab(hasTab);
    if (hadFocus) (hasTab ? tab : before)?.focus();
    if (form.hidden) host.remove();
  };
  const dismiss = guarded(() => {
    if (isOpen) snooze(key, definition.popup_rest);
    close();
  });
  const submit = createSubmitter(settings, ownForm, host, place ? undefined : () => open(false));

  tab.onclick = guarded(() => open(true));
  closer.onclick = dismiss;
  // Closed by the browser, for example by a phone's back gesture.
  panel.onclose = () => panel.open || dismiss();
  panel.onpointerdown = ({ target }) => {
    // Pressed on the backdrop.
    if (panel.showModal && target === panel) dismiss();
  };
  panel.onkeydown = (event) => {
    if (event.key !== 'Escape' || place) return;
    event.stopPropagation();
    dismiss();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    guarded(submit)(event.submitter);
  });
  const restore = () => {
    if (!host.isConnected && (isOpen || !form.hidden)) attach();
  };
  return { host, isOpen: () => isOpen, attach, open, close, setTab, restore };
}
