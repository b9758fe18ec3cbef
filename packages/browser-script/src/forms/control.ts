import type { FormDefinition } from './definition.ts';
import { setHidden } from './element.ts';
import { genuine } from './genuine.ts';
import { isWanted } from './placement.ts';
import type { FormsPort } from './port.ts';
import type { Settings } from './settings.ts';
import { snooze, snoozedUntil } from './snooze.ts';
import { createSubmitter, type Submit } from './submitter.ts';
import { createWidget, FIRST_INPUT, type Widget } from './widget.ts';

/** A form of the account, with all of its instances on the page. */
export interface Control {
  /** Whether the floating form is open. */
  isOpen(): boolean | undefined;
  /** Shows, hides or schedules the form according to the page's current path. */
  update(): void;
  /** Puts the floating form back if the page has removed it. */
  restore(): void;
  /** Shows or hides the form: in its place on the page if it has one, else floating. */
  toggle(isShown: boolean, showTab: boolean): void;
  /** Puts the form into an element of the page that names it, unless the element is a form of the page's own. */
  fill(place: HTMLElement): void;
  /** Submits a form of the page's own, with the pressed button. */
  submit(form: HTMLFormElement, button: HTMLElement | null): void;
}

/** Creates the timer by which a form opens by itself. Returns the functions that start and stop it. */
function createTimer({ definition, port, key }: Settings, isBusy: () => unknown, open: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (seconds: number) => {
    timer = setTimeout(popUp, seconds * 1000);
  };
  const popUp = port.guarded(() => {
    timer = undefined;
    if (Date.now() < snoozedUntil(key)) return;
    if (isBusy()) return wait(1);
    snooze(key, definition.popup_every);
    open();
  });
  const start = () => {
    if (!timer && snoozedUntil(key) <= Date.now()) wait(definition.popup_after);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return [start, stop] as const;
}

/** Puts a form into a place, unless the place is a form of the page's own or has a form already. */
function fillPlace(place: HTMLElement, settings: Settings, widgets: WeakMap<HTMLElement, Widget>): void {
  const { matches, firstElementChild } = genuine(place);
  // Frameworks copy pages without shadow roots: such a copy has the host element, but no form in it.
  if (matches('form') || firstElementChild?.shadowRoot) return;
  place.textContent = '';
  // Reuse the form, so that the visitor's input is not lost.
  const filled = widgets.get(place) ?? createWidget(settings, place);
  widgets.set(place, filled);
  filled.attach();
}

/** Creates the control of a form. While `isBusy` returns true, the form does not open by itself. */
// Unspecified: U-82
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: splitting it makes the script larger than the size test allows
export function createControl(definition: FormDefinition, port: FormsPort, isBusy: () => unknown): Control {
  const key = `trickle_form_${port.account}_${definition.id}`;
  const settings = { definition, port, key };
  const submitters = new WeakMap<HTMLElement, Submit>();
  const widgets = new WeakMap<HTMLElement, Widget>();
  /** The first place on the page. */
  let first: HTMLElement | undefined;
  /** The floating form. */
  let widget: Widget | undefined;

  const firstPlace = () => (first && genuine(first).isConnected ? first : undefined);
  const current = (): Widget => {
    // After submitting and closing it is removed.
    if (!widget?.host.isConnected) {
      widget = createWidget(settings);
      widget.attach();
    }
    return widget;
  };
  const [startTimer, stopTimer] = createTimer(settings, isBusy, () => current().open(false));

  return {
    isOpen: () => widget?.isOpen(),
    update() {
      if (isWanted(definition) && snoozedUntil(key) < Infinity) {
        current().setTab(true);
        startTimer();
      } else {
        stopTimer();
        widget?.setTab(false);
      }
    },
    restore() {
      widget?.restore();
    },
    toggle(isShown, showTab) {
      let shown: Widget | undefined;
      const place = definition.orientation === 'embedded' && firstPlace();
      if (place) {
        setHidden(place, !isShown);
        shown = widgets.get(place);
        if (isShown && !shown) genuine(place).querySelector<HTMLElement>(FIRST_INPUT)?.focus();
      } else {
        stopTimer();
        shown = current();
        shown.setTab(showTab);
        if (!isShown) shown.close();
      }
      if (isShown) shown?.open(true);
    },
    fill(place) {
      first = firstPlace() ?? place;
      fillPlace(place, settings, widgets);
    },
    submit(form, button) {
      const submit = submitters.get(form) ?? createSubmitter(settings, form, form);
      submitters.set(form, submit);
      submit(button);
    },
  };
}
