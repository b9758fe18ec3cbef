import type { FormDefinition } from './definition.ts';
import { setHidden } from './element.ts';
import { findFocused, genuine, page } from './genuine.ts';
import type { FormsPort } from './port.ts';
import type { Settings } from './settings.ts';
import { snooze, snoozedUntil } from './snooze.ts';
import { createSubmitter, type Submit } from './submitter.ts';
import { createWidget, FIRST_INPUT, type Widget } from './widget.ts';

/** A form of the account, with all of its instances on the page. */
export interface Control {
  /** Shows, hides or schedules the form according to the page's current path. */
  update(): void;
  /** Undoes what the page has done: puts the floating form back, and sets its timer again. */
  restore(): void;
  /** Shows or hides the form: in its place on the page if it has one, otherwise floating. */
  toggle(isShown: boolean, showTab: boolean): void;
  /** Puts the form into an element of the page that names it, unless the element is a form of the page's own. */
  fill(place: HTMLElement): void;
  /** Takes the form out of an element that names it no more. */
  empty(place: HTMLElement): void;
  /** Submits a form of the page's own, with the pressed button. */
  submit(form: HTMLFormElement, button: HTMLElement | null): void;
}

/**
 * Creates the timer by which a form opens by itself. Returns the functions that start and stop it, and one that sets it
 * again, because some pages clear all timers.
 */
function createTimer(settings: Settings, isBusy: () => unknown, open: () => void) {
  const { definition, port } = settings;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time when the form opens, as `performance.now()`. */
  let due: number | undefined;
  const reset = () => {
    clearTimeout(timer);
    if (due !== undefined) timer = setTimeout(popUp, due - performance.now());
  };
  const wait = (seconds: number) => {
    due = performance.now() + seconds * 1000;
    reset();
  };
  const popUp = port.guarded(() => {
    due = undefined;
    if (Date.now() < snoozedUntil(settings)) return;
    if (!isReached(definition.popup_at) || isBusy()) return wait(0.5);
    snooze(settings, definition.popup_every);
    open();
  });
  const start = () => {
    if (due === undefined && snoozedUntil(settings) <= Date.now()) wait(definition.popup_after);
  };
  const stop = () => {
    due = undefined;
    reset();
  };
  return [start, stop, reset] as const;
}

/** Focuses the first input of a page's own form that can have the focus. Returns whether there is one. */
function focusIn(place: HTMLElement): boolean {
  genuine(place).getClientRects(); // WebKit finds out what can have the focus when it lays out the page.
  for (const input of genuine(place).querySelectorAll<HTMLElement>(FIRST_INPUT)) {
    input.focus();
    if (findFocused() === input) return true;
  }
  return false;
}

/** Creates the control of a form. While `isBusy` returns true, the form does not open by itself. */
// Unspecified: U-82, U-251, U-255
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: splitting it makes the script larger than the size test allows
export function createControl(definition: FormDefinition, port: FormsPort, isBusy: () => unknown): Control {
  const key = `trickle_form_${port.account}_${definition.id}`;
  const settings = { definition, port, key };
  const submitters = new WeakMap<HTMLElement, Submit>();
  const widgets = new WeakMap<HTMLElement, Widget>();
  /** The places on the page. */
  const places = new Set<HTMLElement>();
  /** Whether the floating form opened by itself. */
  let isAlone = false;
  /** The floating form. */
  let widget: Widget | undefined;

  /** The first place that can be seen, or that a command has hidden; otherwise the first one. */
  const firstPlace = () => {
    const all = [...places];
    const isCandidate = (place: HTMLElement) => {
      const { hidden, getClientRects } = genuine(place);
      return hidden || getClientRects().length;
    };
    return all.find(isCandidate) ?? all[0];
  };
  const current = (): Widget => {
    // After submitting and closing it is removed.
    if (!widget?.restore(true)) {
      widget = createWidget(settings);
      widget.attach();
    }
    return widget;
  };
  const [startTimer, stopTimer, resetTimer] = createTimer(settings, isBusy, () => {
    isAlone = true;
    current().open(false);
  });

  return {
    update() {
      if (isWanted(definition) && snoozedUntil(settings) < Infinity) {
        current().setTab(true);
        startTimer();
      } else {
        stopTimer();
        widget?.setTab(false);
        if (isAlone && !isWanted(definition)) widget?.close();
      }
    },
    restore() {
      widget?.restore();
      resetTimer();
    },
    toggle(isShown, showTab) {
      const place = definition.orientation === 'embedded' && firstPlace();
      if (place) {
        setHidden(place, !isShown);
        const filled = widgets.get(place);
        // Behind a modal dialog of the page, no element can have the focus: then it opens as a lightbox.
        if (isShown && (filled ? filled.open(true) : focusIn(place))) return;
      }
      if (isShown || !place || widget) {
        stopTimer();
        isAlone = false;
        const controls = current();
        controls.setTab(showTab);
        if (isShown) controls.open(true);
        else controls.close();
      }
    },
    fill(place) {
      places.add(place);
      if (genuine(place).matches('form')) return;
      const filled = widgets.get(place) ?? createWidget(settings, place);
      widgets.set(place, filled);
      filled.attach();
    },
    empty(place) {
      places.delete(place);
      widgets.get(place)?.detach();
    },
    submit(form, button) {
      const submit = submitters.get(form) ?? createSubmitter(settings, form, form);
      submitters.set(form, submit);
      submit(button);
    },
  };
}

/** When the visitor last was about to leave the page, as `performance.now()`. */
let left: number;

/** Notes when the mouse leaves the window at its top, or the visitor leaves the tab or returns to it. */
export const onLeave = ({ clientY = 0 }: Partial<MouseEvent>): void => {
  if (clientY <= 0) left = performance.now();
};

/** Whether the visitor has seen this share of the page in percent; above 100, whether the visitor is about to leave. */
const isReached = (share: number) =>
  share > 100
    ? performance.now() - left < 1000
    : (100 * (scrollY + innerHeight + 1)) / page.documentElement.scrollHeight >= share;

/** Whether the device is a phone, by its pointer and its screen. The window's size would also match a magnified page. */
const isMobile = (): boolean =>
  matchMedia('(pointer:coarse)').matches && Math.min(screen.width, screen.height) < 600;

/** Whether a form appears by itself on the page's current path and on this device. */
const isWanted = ({ paths, hide_on_mobile }: FormDefinition): boolean =>
  new RegExp(paths).test(location.pathname) && !(hide_on_mobile && isMobile());
