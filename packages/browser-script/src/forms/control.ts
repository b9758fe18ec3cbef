import type { FormDefinition } from './definition.ts';
import { setHidden } from './element.ts';
import { genuine } from './genuine.ts';
import { isWanted } from './placement.ts';
import type { FormsPort } from './port.ts';
import { snooze, snoozedUntil } from './snooze.ts';
import { createSubmitter, type Submit } from './submitter.ts';
import { createWidget, FIRST_INPUT, type Widget } from './widget.ts';

/** One form of the account, with all that there is of it on the page. */
export interface Control {
  /** Whether it floats above the page, open. */
  isOpen(): boolean | undefined;
  /** Does what the present path of the page asks for. */
  update(): void;
  /** Comes back where the page has thrown it away. */
  restore(): void;
  /** Shows it or hides it: in its place of the page, if it has one, else above the page. */
  toggle(isShown: boolean, showTab: boolean): void;
  /** Takes an element of the page that names the form, and puts the form into it unless it is the page's own. */
  fill(place: HTMLElement): void;
  /** Submits a form of the page's own by one of its buttons. */
  submit(form: HTMLFormElement, button: HTMLElement | null): void;
}

/** Makes the control of a form; `isBusy` tells whether the visitor is to be left alone. */
// Unspecified: U-82
export function createControl(definition: FormDefinition, port: FormsPort, isBusy: () => unknown): Control {
  const { id, orientation } = definition;
  const key = `trickle_form_${port.account}_${id}`;
  const settings = { definition, port, key };
  const submitters = new WeakMap<HTMLElement, Submit>();
  const widgets = new WeakMap<HTMLElement, Widget>();
  /** The first place in the page. */
  let first: HTMLElement | undefined;
  /** As it floats above the page. */
  let widget: Widget | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const held = () => (first && genuine(first).isConnected ? first : undefined);
  const current = (): Widget => {
    // Once it was submitted and closed it is gone.
    if (!widget?.host.isConnected) {
      widget = createWidget(settings);
      widget.put();
    }
    return widget;
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (seconds: number) => {
    timer = setTimeout(popUp, seconds * 1000);
  };
  const popUp = port.guarded(() => {
    timer = undefined;
    if (Date.now() < snoozedUntil(key)) return;
    if (isBusy()) return wait(1);
    snooze(key, definition.popup_every);
    current().open(false);
  });

  return {
    isOpen: () => widget?.isOpen(),
    update() {
      const until = snoozedUntil(key);
      if (isWanted(definition) && until < Infinity) {
        current().setTab(true);
        if (!timer && until <= Date.now()) wait(definition.popup_after);
      } else {
        stop();
        widget?.setTab(false);
      }
    },
    restore() {
      widget?.restore();
    },
    toggle(isShown, showTab) {
      let shown: Widget | undefined;
      const place = orientation === 'embedded' && held();
      if (place) {
        setHidden(place, !isShown);
        shown = widgets.get(place);
        if (isShown && !shown) genuine(place).querySelector<HTMLElement>(FIRST_INPUT)?.focus();
      } else {
        stop();
        shown = current();
        shown.setTab(showTab);
        if (!isShown) shown.close();
      }
      if (isShown) shown?.open(true);
    },
    fill(place) {
      first = held() ?? place;
      const { matches, firstElementChild } = genuine(place);
      // In a copy, as frameworks keep of pages, the element is there without what is in it.
      if (matches('form') || firstElementChild?.shadowRoot) return;
      place.textContent = '';
      // What was filled in is in it still.
      const filled = widgets.get(place) ?? createWidget(settings, place);
      widgets.set(place, filled);
      filled.put();
    },
    submit(form, button) {
      const submit = submitters.get(form) ?? createSubmitter(settings, form, form, true);
      submitters.set(form, submit);
      submit(button);
    },
  };
}
