import { keepQuiet } from './memory.ts';
import { render } from './render.ts';
import type { Settings } from './settings.ts';
import { createSubmitter } from './submitter.ts';

/** The first input of a form that a visitor can see. */
export const FIRST_INPUT = 'input:not([type=hidden]),select,textarea';

/** A form that was made here. */
export interface Widget {
  readonly host: HTMLElement;
  isOpen(): boolean;
  /** Opens it: because the visitor or the page wants it, or by itself. */
  open(isAsked: boolean): void;
  /** Closes it; it is gone then when it was submitted. */
  close(): void;
  /** Says whether its tab is there while it is closed. */
  setTab(hasTab: boolean): void;
}

/** Makes a form; it is closed, unless it stands in a place of the page, without which it floats. */
export function createWidget(settings: Settings, place?: Element): Widget {
  const { definition, port, key } = settings;
  const { guarded } = port;
  const { host, isTab, isModal, panel, form, tab, closer } = render(definition, place, port.nonce);
  let isOpen = !!place;
  let hasTab = false;
  /** What had the focus before. */
  let before: HTMLElement | undefined;

  const setTab = (value: boolean) => {
    // When it was submitted, it is the confirmation that is shown.
    hasTab = value && isTab && !form.hidden;
    tab.hidden = !hasTab || isOpen;
  };
  const open = (isAsked: boolean) => {
    if (!isOpen) {
      isOpen = true;
      before = document.activeElement as HTMLElement;
      tab.hidden = true;
      // Above what other forms have there.
      document.body.append(host);
      if (isModal) panel.showModal?.();
      else panel.hidden = false;
      // Beside a page that can still be used, what opens by itself leaves the focus where it is.
      if (isAsked || !isTab) panel.focus();
    }
    if (isAsked) form.querySelector<HTMLElement>(FIRST_INPUT)?.focus();
  };
  const close = () => {
    if (!isOpen) return;
    const hadFocus = panel.matches(':focus-within');
    isOpen = false;
    if (isModal) panel.close?.();
    else panel.hidden = true;
    setTab(hasTab);
    if (hadFocus) (hasTab ? tab : before)?.focus();
    if (form.hidden) host.remove();
  };
  const closeByHand = guarded(() => {
    if (!isOpen) return;
    close();
    keepQuiet(key, definition.days_between_popup_after_close);
  });
  const submit = createSubmitter({
    ...settings,
    form,
    target: host,
    isInFlow: !!place,
    reopen: () => open(false),
  });

  tab.onclick = guarded(() => open(true));
  closer.onclick = closeByHand;
  // By other means than the key, such as a telephone's gesture for going back.
  panel.onclose = closeByHand;
  panel.onpointerdown = ({ target }) => {
    // Beside the dialog, on what is behind it.
    if (isModal && target === panel) closeByHand();
  };
  panel.onkeydown = (event) => {
    if (event.key !== 'Escape' || place) return;
    event.stopPropagation();
    closeByHand();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    guarded(submit)();
  };
  return { host, isOpen: () => isOpen, open, close, setTab };
}
