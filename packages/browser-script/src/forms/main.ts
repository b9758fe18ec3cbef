/** The forms of an account on a page: the second part of the page script, loaded only where there are forms. */
import { type Control, createControl } from './control.ts';
import { enterPage, findFocused, genuine, page } from './genuine.ts';
import { EMBEDDED, watchPlaces } from './places.ts';
import type { FormsPort } from './port.ts';

const OPENER = 'data-drip-show-form';

/** A form, and whether it is to have its tab while it is closed; as a page says it, so both may be anything. */
interface Choice {
  id?: unknown;
  showTab?: unknown;
}

/** What the page script does with the forms. */
export interface Forms {
  /** Opens a form; throws where the account has no such form. */
  showForm(choice: Choice): void;
  /** Closes a form; throws where the account has no such form. */
  hideForm(choice: Choice): void;
  /** To be called when the page has become another one without having been loaded. */
  update(): void;
}

/** Starts the forms on a page. */
export function startForms(port: FormsPort): Forms {
  const { guarded, forms } = port;
  /** By id, which may be any text, `__proto__` included. */
  const controls = new Map<unknown, Control>();
  let settle: () => void;
  enterPage();

  /** Whether some form is open, or the visitor is typing. */
  const isBusy = () => {
    const { value, isContentEditable } = (findFocused() ?? {}) as HTMLInputElement;
    let busy: unknown = value || isContentEditable;
    controls.forEach((control) => {
      busy = busy || control.isOpen();
    });
    return busy;
  };
  for (const definition of forms) controls.set(definition.id, createControl(definition, port, isBusy));

  const hear = guarded((event: Event) => {
    const isClick = event.type === 'click';
    // Before anything is sent, its root is known.
    if (isClick) settle();
    for (const node of event.composedPath()) {
      // The document is no element: it has no attributes.
      const { nodeType, getAttribute } = genuine(node as Element);
      const control = nodeType === 1 && controls.get(getAttribute(isClick ? OPENER : EMBEDDED));
      // What the page has seen to itself is the page's.
      if (!control || event.defaultPrevented) continue;
      event.preventDefault();
      if (isClick) control.toggle(true, true);
      else control.submit(node as HTMLFormElement, (event as SubmitEvent).submitter);
    }
  });

  /** Runs a function once the page is there to be looked at. */
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
  const toggler =
    (isShown: boolean) =>
    ({ id, showTab }: Choice) => {
      const control = controls.get(`${id}`);
      if (!control) throw new Error(`there is no form '${id}'`);
      whenReady(() => {
        // A place may have come a moment ago.
        settle();
        control.toggle(isShown, showTab !== false);
      });
    };
  whenReady(() => {
    settle = watchPlaces(port, controls, hear);
    update();
  });
  return {
    showForm: toggler(true),
    hideForm: toggler(false),
    update: () => whenReady(update),
  };
}
