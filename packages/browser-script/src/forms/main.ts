/** The forms of an account on a page: the second part of the page script, loaded only if the account has forms. */
import { type Control, createControl } from './control.ts';
import { findFocused, genuine, initPage, page } from './genuine.ts';
import { EMBEDDED, watchPlaces } from './places.ts';
import type { FormsPort } from './port.ts';

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

/** Starts the forms on a page. */
export function startForms(port: FormsPort): Forms {
  const { guarded, forms } = port;
  /** By id: any text, even `__proto__`. */
  const controls = new Map<unknown, Control>();
  let settle: () => void;
  initPage();

  /** Whether a form is open or the visitor is typing. */
  const isBusy = () => {
    const { value, isContentEditable } = (findFocused() ?? {}) as HTMLInputElement;
    let busy: unknown = value || isContentEditable;
    controls.forEach((control) => {
      busy = busy || control.isOpen();
    });
    return busy;
  };
  for (const definition of forms) controls.set(definition.id, createControl(definition, port, isBusy));

  const onEvent = guarded((event: Event) => {
    const isClick = event.type === 'click';
    // An element may have been added just now.
    if (isClick) settle();
    for (const node of event.composedPath()) {
      // The document has no attributes.
      const { nodeType, getAttribute } = genuine(node as Element);
      const control = nodeType === 1 && controls.get(getAttribute(isClick ? OPENER : EMBEDDED));
      // Leave events alone that the page has handled itself.
      if (!control || event.defaultPrevented) continue;
      event.preventDefault();
      if (isClick) control.toggle(true, true);
      else control.submit(node as HTMLFormElement, (event as SubmitEvent).submitter);
    }
  });

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
      whenReady(() => {
        // An element may have been added just now.
        settle();
        control?.toggle(command === 'showForm', showTab !== false);
      });
      return control;
    },
    update: () => whenReady(update),
  };
}
