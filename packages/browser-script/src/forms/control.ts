import type { FormDefinition } from './definition.ts';
import { setHidden } from './element.ts';
import { createFloating } from './floating.ts';
import type { FormsPort } from './port.ts';
import { createSubmitter } from './submitter.ts';
import { createWidget, FIRST_INPUT, type Widget } from './widget.ts';

/** Names, on an element of the page, the form that it is or that it shows. */
export const EMBEDDED = 'data-drip-embedded-form';

/** One form of the account, with all that there is of it on the page. */
export interface Control {
  /** Whether it floats above the page, open. */
  isOpen(): boolean;
  /** Does what the present path of the page asks for. */
  update(): void;
  show(showTab: boolean): void;
  hide(showTab: boolean): void;
  /** Puts the form into an element of the page, in the place of what is there. */
  fill(place: Element): void;
  /** Submits a form of the page's own. */
  submit(form: HTMLFormElement): void;
}

/** Makes the control of a form; `isBusy` tells whether the visitor is to be left alone. */
export function createControl(definition: FormDefinition, port: FormsPort, isBusy: () => boolean): Control {
  const { id, orientation } = definition;
  const settings = { definition, port, key: `trickle_form_${port.account}_${id}` };
  const submitters = new WeakMap<HTMLFormElement, () => void>();
  let filled: Widget | undefined;

  const floating = createFloating(settings, isBusy);
  /** Where the page holds the form. */
  const findInPage = () =>
    orientation === 'embedded'
      ? document.querySelector<HTMLElement>(`[${EMBEDDED}="${CSS.escape(id)}"]`)
      : null;

  return {
    ...floating,
    show(showTab) {
      const there = findInPage();
      if (!there) return floating.show(showTab);
      setHidden(there, false);
      if (there.matches('form')) there.querySelector<HTMLElement>(FIRST_INPUT)?.focus();
      else filled?.open(true);
    },
    hide(showTab) {
      const there = findInPage();
      if (there) setHidden(there, true);
      else floating.hide(showTab);
    },
    fill(place) {
      if (place.querySelector('trickle-form')) return;
      place.textContent = '';
      filled = createWidget(settings, place);
    },
    submit(form) {
      let submit = submitters.get(form);
      if (!submit) {
        submit = createSubmitter({ ...settings, form, target: form, isInFlow: true });
        submitters.set(form, submit);
      }
      submit();
    },
  };
}
