import { confirmInPlace } from './confirmation.ts';
import type { FormDefinition } from './definition.ts';
import type { FormsPort } from './port.ts';
import { render } from './render.ts';
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

export interface WidgetSettings {
  definition: FormDefinition;
  port: FormsPort;
  /** The element of the page that it stands in; without one it floats. */
  place?: Element | undefined;
  /** Called when the visitor closes it. */
  onClose(): void;
  onSubmit(): void;
}

/** Makes a form; it is closed, unless it stands in a place of the page. */
export function createWidget({ definition, port, place, onClose, onSubmit }: WidgetSettings): Widget {
  const { guarded } = port;
  const { host, isTab, isModal, panel, form, tab, closer } = render(definition, place, port.nonce);
  let isOpen = Boolean(place);
  let isSubmitted = false;
  let hasTab = false;
  /** What had the focus before. */
  let before: HTMLElement | undefined;

  const setTab = (value: boolean) => {
    hasTab = value && isTab && !isSubmitted;
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
    }
    if (isAsked) form.querySelector<HTMLElement>(FIRST_INPUT)?.focus();
    // Beside a page that can still be used, what opens by itself leaves the focus where it is.
    else if (!isTab) panel.focus();
  };
  const close = () => {
    if (!isOpen) return;
    const hadFocus = panel.matches(':focus-within');
    isOpen = false;
    if (isModal) panel.close?.();
    else panel.hidden = true;
    setTab(hasTab);
    if (hadFocus) (hasTab ? tab : before)?.focus();
    if (isSubmitted) host.remove();
  };
  const closeByHand = guarded(() => {
    if (!isOpen) return;
    close();
    onClose();
  });
  const submit = createSubmitter({
    form,
    definition,
    port,
    target: host,
    confirm() {
      isSubmitted = true;
      confirmInPlace(form, definition, Boolean(place));
      onSubmit();
    },
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
