import { type Globals, notifyAnalytics } from './analytics.ts';
import { element, setHidden } from './element.ts';
import { genuine, page } from './genuine.ts';
import { type Control, controlFor, showIssue, type Undo } from './issues.ts';
import type { FieldIssue, SubmissionContent, SubmissionResult } from './port.ts';
import { showProgress } from './progress.ts';
import type { Settings } from './settings.ts';
import { snooze } from './snooze.ts';

/** Submits a form, by one of its buttons. */
export type Submit = (button: HTMLElement | null) => void;

/**
 * Makes the function that submits a form, once at a time, and shows beside its fields what is wrong: a form that was
 * made here, or one of the page's own.
 *
 * @param target Where the page's events come from.
 * @param isInFlow Whether it stands in the flow of the page.
 * @param reopen Shows it again where the visitor has closed it meanwhile.
 */
// Unspecified: U-81
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: in parts it weighs more than its ceiling allows
export function createSubmitter(
  { definition, port, key }: Settings,
  ownForm: HTMLFormElement,
  target: Element,
  isInFlow: boolean,
  reopen?: () => void,
): Submit {
  const form = genuine(ownForm);
  const { id, texts, redirect_url, send_ga_event, popup_rest } = definition;
  const main = form.querySelector<HTMLButtonElement>('button:not([type=button]),[type=submit]');
  const status = element('p', { role: 'status' });
  if (main) main.before(status);
  else form.append(status);
  let undos: Undo[] = [];
  let isSending = false;

  const blame = (control: Control, message: string, isLate?: boolean) => {
    // Whoever has gone on to something else is left there.
    if (!undos.length && (!isLate || form.matches(':focus-within'))) control.focus();
    undos[undos.length] = showIssue(control, message);
  };
  const refuse = (errors: FieldIssue[] | undefined, isLate: boolean) => {
    reopen?.();
    status.textContent = errors ? '' : texts.failed;
    for (const { attribute, message } of errors ?? []) {
      const control = controlFor(form, attribute);
      if (control) blame(control, message, isLate);
      else status.append(`${attribute}: ${message} `);
    }
  };
  const accept = (isLate: boolean) => {
    // Whoever has closed it meanwhile is not led away.
    const isLeading = redirect_url && (!isLate || form.offsetHeight);
    snooze(key, Infinity);
    const hadFocus = form.matches(':focus-within');
    // What comes with its text already in it is not heard as a status, only as an alert, or by way of the focus.
    const role = hadFocus ? 'status' : 'alert';
    const note = element('div', { role, tabindex: '-1' }, ...definition.confirmation);
    // In the flow of a page it takes no less room, so that nothing below it moves.
    if (isInFlow) note.style.minHeight = `${form.getBoundingClientRect().height}px`;
    form.before(note);
    setHidden(ownForm, true);
    // Whoever was in the form is led to it.
    if (hadFocus) note.focus();
    if (send_ga_event) port.guarded(notifyAnalytics)(definition);
    if (isLeading) location.assign(redirect_url);
  };

  return (given) => {
    if (isSending) return;
    const pressed = given as typeof main; // a button or an input
    const button = pressed || main;
    for (const undo of undos) undo();
    undos = [];
    status.textContent = '';
    const url = location.href;
    // What is sent, as a plain form would post it, and what the page's events carry of it.
    const entries: SubmissionContent['entries'] = [];
    const detail: Record<string, string> = {
      account_id: port.account,
      form_id: id,
      page_title: page.title,
      submit: button?.textContent || button?.value || '',
      time_zone: port.timeZone(),
      url,
      visitor_uuid: port.visitor(),
    };
    const data = new FormData(ownForm);
    // Unspecified: U-186
    if (pressed?.name) data.append(pressed.name, pressed.value);
    data.forEach((given, name) => {
      const value = `${given}`;
      entries[entries.length] = [name, value];
      if (/^fields/.test(name)) detail[name] = value;
    });
    // By jQuery where the page has it, and by an event of the browser's own. Neither must stop the form.
    const dispatch = (occasion: 'submitting' | 'submitFailed' | 'submitted') => {
      const name = `${occasion}.drip`;
      port.guarded(() => (window as Globals).jQuery?.(target).trigger(name, [detail]))();
      genuine(target).dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
    };
    dispatch('submitting');
    // What the browser itself finds wrong, in its own language.
    for (const control of form.querySelectorAll<Control>('[name]:invalid')) {
      blame(control, control.validationMessage);
    }
    if (undos.length) return dispatch('submitFailed');
    isSending = true;
    const end = showProgress(status, button, definition);
    // Whether an answer comes or not.
    snooze(key, popup_rest);
    const done = port.guarded(({ error, errors }: SubmissionResult) => {
      isSending = false;
      const isLate = end();
      detail.visitor_uuid = port.visitor();
      if (error) refuse(errors, isLate);
      else accept(isLate);
      dispatch(error ? 'submitFailed' : 'submitted');
    });
    try {
      port.send('submitForm', { form_id: id, url, entries }, done);
    } catch (error) {
      done({ error }); // Too much waits already, or the page lacks what it takes.
    }
  };
}
