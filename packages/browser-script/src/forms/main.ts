/** The forms of an account on a page: the second part of the page script, loaded only if the account has forms. */
import { afterPage } from './after-page.ts';
import { type Control, createControl, onLeave } from './control.ts';
import { findFocused, genuine, initPage, isTyping, page } from './genuine.ts';
import { EMBEDDED, openRoots, watchPlaces } from './places.ts';
import type { FormsPort } from './port.ts';
import { findFloating } from './tabs.ts';
import { FIRST_INPUT } from './widget.ts';

const OPENER = 'data-drip-show-form';

export type FormCommand = 'showForm' | 'hideForm';

/** The argument of a command, unchecked. */
interface FormChoice {
  id?: unknown;
  showTab?: unknown;
}

/** The forms of an account, as the first part of the script controls them. */
export interface Forms {
  /** Opens or closes a form. Returns undefined if the account has no such form. */
  run(command: FormCommand, choice: FormChoice): unknown;
  /** Applies the page's current path. Call it after each navigation without a load. */
  update(): void;
}

/** Hides tabs while a field has the focus: where there is little room, they could cover it. */
// Unspecified: U-253
function uncoverFields(guarded: FormsPort['guarded']): void {
  const onFocus = guarded(() => {
    const isField = findFocused()?.matches(FIRST_INPUT);
    for (const tab of findFloating('.t')) tab.toggleAttribute('y', !!isField);
  });
  page.addEventListener('mouseleave', onLeave);
  page.addEventListener('visibilitychange', onLeave);
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', onFocus);
}

/** Whether the visitor sees another tab, a full screen or a modal dialog of the page. Old browsers do not know `:modal`. */
const isElsewhere = () =>
  page.hidden ||
  page.fullscreenElement ||
  (CSS.supports('selector(:modal)') && openRoots().some((root) => root.querySelector(':modal')));

/** Starts the forms on a page, unless consent was withdrawn while they were loaded. */
export function startForms(port: FormsPort): Forms | undefined {
  const { guarded, forms } = port;
  if (!port.isOpen()) return;
  /** By id: any text, even `__proto__`. */
  const controls = new Map<unknown, Control>();
  let settle: () => void;
  initPage();
  uncoverFields(guarded);

  /** Whether a form must not open by itself now: the visitor is typing, or sees something else. */
  const isBusy = () =>
    isTyping() || findFloating('.f>.p:not([hidden])').length || !port.isOpen() || isElsewhere();
  for (const definition of forms) controls.set(definition.id, createControl(definition, port, isBusy));

  const onEvent = guarded((event: Event) => {
    const isClick = event.type === 'click';
    // An element may have been added just now.
    if (isClick) settle();
    for (const node of event.composedPath()) {
      // The document has no attributes.
      const { nodeType, getAttribute } = genuine(node as Element);
      const control = nodeType === 1 && controls.get(getAttribute(isClick ? OPENER : EMBEDDED));
      // Without consent, the browser posts a form of the page's own.
      if (!control || !(isClick || port.isOpen())) continue;
      afterPage(event, port, () => {
        if (isClick) run(control, true, true);
        else control.submit(node as HTMLFormElement, (event as SubmitEvent).submitter);
      });
    }
  });

  const run = (control: Control | undefined, isShown: boolean, showTab: boolean) => {
    // An element may have been added just now.
    settle();
    control?.toggle(isShown, showTab);
  };

  /** Runs a function once the document has been parsed. */
  const whenReady = (run: () => void) => {
    if (page.readyState === 'loading') page.addEventListener('DOMContentLoaded', guarded(run));
    else guarded(run)();
  };
  const update = () => {
    settle();
    controls.forEach((control) => {
      control.update();
    });
  };
  whenReady(() => {
    settle = watchPlaces(port, controls, onEvent);
    update();
  });
  return {
    run(command, { id, showTab }) {
      const control = controls.get(`${id}`);
      whenReady(() => run(control, command === 'showForm', showTab !== false));
      return control;
    },
    update: () => whenReady(update),
  };
}
