/** The forms of an account on a page: the second part of the page script, loaded only where there are forms. */
import { type Control, createControl, EMBEDDED } from './control.ts';
import type { FormsPort } from './port.ts';

const OPENER = 'data-drip-show-form';

/** A form, and whether it is to have its tab while it is closed; as a page says it, so both may be anything. */
interface Choice {
  id?: unknown;
  showTab?: unknown;
}

/** What the page script does with the forms. */
export interface Forms {
  showForm(choice: Choice): void;
  hideForm(choice: Choice): void;
  /** To be called when the page has become another one without having been loaded. */
  update(): void;
}

/** Starts the forms on a page. */
export function startForms(port: FormsPort): Forms {
  const { guarded, forms } = port;
  const controls: Record<string, Control> = Object.create(null);
  const all: Control[] = [];

  /** Whether some form is open, or the visitor is typing. */
  const isBusy = () => {
    const { value, isContentEditable } = (document.activeElement ?? {}) as HTMLInputElement;
    let busy = !!value || isContentEditable;
    for (const control of all) busy = busy || control.isOpen();
    return busy;
  };
  for (const definition of forms) {
    all[all.length] = controls[definition.id] = createControl(definition, port, isBusy);
  }
  const update = () => {
    for (const place of document.querySelectorAll(`[${EMBEDDED}]:not(form)`)) {
      controls[place.getAttribute(EMBEDDED) as string]?.fill(place); // which it has
    }
    for (const control of all) control.update();
  };
  const listen = (type: string, attribute: string, run: (control: Control, target: Element) => void) =>
    document.addEventListener(
      type,
      guarded((event: Event) => {
        const named = (event.target as Element).closest(`[${attribute}]`);
        const control = named && controls[named.getAttribute(attribute) as string]; // which it has
        // What the page has seen to itself is the page's.
        if (!control || event.defaultPrevented) return;
        event.preventDefault();
        run(control, named);
      }),
    );
  listen('click', OPENER, (control) => control.show(true));
  // Nothing else than a form is submitted. Those that come later are heard as well.
  listen('submit', EMBEDDED, (control, form) => control.submit(form as HTMLFormElement));

  /** Runs a function once the page is there to be looked at. */
  const whenReady = (run: () => void) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', guarded(run));
    else guarded(run)();
  };
  const at =
    (action: 'show' | 'hide') =>
    ({ id, showTab }: Choice) => {
      const control = controls[`${id}`];
      if (!control) throw new Error('no form');
      whenReady(() => control[action](showTab !== false));
    };
  whenReady(update);
  return {
    showForm: at('show'),
    hideForm: at('hide'),
    update: () => whenReady(update),
  };
}
