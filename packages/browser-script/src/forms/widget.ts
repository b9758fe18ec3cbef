import { element } from './element.ts';
import { findFocused, genuine, page } from './genuine.ts';
import type { Settings } from './settings.ts';
import { snooze } from './snooze.ts';
import { applyStyles } from './styles.ts';
import { createSubmitter } from './submitter.ts';

/** The first input of a form that a visitor can see. */
export const FIRST_INPUT = 'input:not([type=hidden]),select,textarea';

/** The element that a form is in: a tag of its own, which no style of the page names. */
const HOST = 'trickle-form';

/** A `dialog` of the browser or, where it cannot be one, much the same. */
type Panel = HTMLElement & Partial<HTMLDialogElement>;

/** A form that was made here. */
export interface Widget {
  readonly host: HTMLElement;
  isOpen(): boolean;
  /** Puts it into its place or above the page. */
  put(): void;
  /** Opens it: because the visitor or the page wants it, or by itself. */
  open(isAsked: boolean): void;
  /** Closes it; it is gone then when it was submitted. */
  close(): void;
  /** Says whether its tab is there while it is closed. */
  setTab(hasTab: boolean): void;
  /** Comes back, as it was, where the page has thrown it away; not once it was submitted and closed. */
  restore(): void;
}

/** Makes a form; it is closed, unless it stands in a place of the page, without which it floats. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: in parts it weighs more than its ceiling allows
export function createWidget(settings: Settings, place?: Element): Widget {
  const { definition, port, key } = settings;
  const { guarded } = port;
  const { label, orientation } = definition;
  const isTab = !place && /tab/.test(orientation);
  // The browser's own messages are shown beside the fields, not by the browser.
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
  // The server puts these first.
  const tab = wrapper.firstChild as HTMLElement;
  const closer = panel.firstChild as HTMLElement;
  // Beside the body it would not have the body's direction.
  const host = element(HOST, { dir: !place && getComputedStyle(page.body).direction });
  // Neither side's styles reach the other.
  const root = host.attachShadow({ mode: 'open' });
  applyStyles(root, port.nonce);
  root.append(wrapper);
  let isOpen = !!place;
  let hasTab = false;
  /** What had the focus before. */
  let before: HTMLElement | null;

  const setTab = (value: boolean) => {
    // When it was submitted, it is the confirmation that is shown.
    hasTab = value && isTab && !form.hidden;
    tab.hidden = !hasTab || isOpen;
  };
  const put = () => {
    // Not into the body, which pages swap and transform. At the end, above other forms.
    (place ?? page.documentElement).append(host);
    if (!isOpen) return;
    panel.hidden = false;
    // A dialog that was thrown away says that it is open, and is not.
    panel.open = !panel.showModal;
    panel.showModal?.();
  };
  const open = (isAsked: boolean) => {
    if (!isOpen) {
      isOpen = true;
      before = findFocused();
      tab.hidden = true;
      put();
      // Beside a page that can still be used, what opens by itself leaves the focus where it is.
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
  const closeByHand = guarded(() => {
    if (isOpen) snooze(key, definition.popup_rest);
    close();
  });
  const submit = createSubmitter(settings, ownForm, host, !!place, () => open(false));

  tab.onclick = guarded(() => open(true));
  closer.onclick = closeByHand;
  // By other means than the key, such as a telephone's gesture for going back.
  panel.onclose = () => panel.open || closeByHand();
  panel.onpointerdown = ({ target }) => {
    // Beside the dialog, on what is behind it.
    if (panel.showModal && target === panel) closeByHand();
  };
  panel.onkeydown = (event) => {
    if (event.key !== 'Escape' || place) return;
    event.stopPropagation();
    closeByHand();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    guarded(submit)(event.submitter);
  });
  const restore = () => {
    if (!host.isConnected && (isOpen || !form.hidden)) put();
  };
  return { host, isOpen: () => isOpen, put, open, close, setTab, restore };
}
