import type { FormDefinition } from './definition.ts';
import { element, setHidden } from './element.ts';
import { genuine, page } from './genuine.ts';
import { type Control, controlFor, showIssue, type Undo } from './issues.ts';
import type { FieldIssue, SubmissionContent, SubmissionResult } from './port.ts';
import { showProgress } from './progress.ts';
import type { Settings } from './settings.ts';
import { snooze } from './snooze.ts';

/** Submits a form with the pressed button. */
export type Submit = (button: HTMLElement | null) => void;

/**
 * Creates the function that submits a form, one submission at a time, and shows validation issues beside the fields. The
 * form may be the script's or the page's own.
 *
 * @param target The element that dispatches the events for the page.
 * @param reopen Opens a floating form again if the visitor has closed it since. Absent in the flow of the page.
 */
// Unspecified: U-81, U-250
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: splitting it makes the script larger than the size test allows
export function createSubmitter(
  settings: Settings,
  ownForm: HTMLFormElement,
  target: Element,
  reopen?: () => void,
): Submit {
  const { definition, port } = settings;
  const form = genuine(ownForm);
  const { id, texts, redirect_url, send_ga_event, popup_rest } = definition;
  const main = form.querySelector<HTMLButtonElement>('button:not([type=button]),[type=submit]');
  const status = element('p', { role: 'status' });
  if (main) main.before(status);
  else form.append(status);
  let undos: Undo[] = [];
  let isSending = false;
  /** The detail of the latest submission. */
  let latest: unknown;

  const markInvalid = (control: Control, message: string, isDelayed?: boolean) => {
    // If the visitor has moved on, the focus stays where it is.
    if (!undos.length && (!isDelayed || form.matches(':focus-within'))) control.focus();
    undos[undos.length] = showIssue(control, message);
  };
  const showFailure = (errors: FieldIssue[] | undefined, isDelayed: boolean) => {
    reopen?.();
    status.textContent = errors ? '' : texts.failed;
    for (const { attribute, message } of errors ?? []) {
      const control = controlFor(form, attribute);
      if (control) markInvalid(control, message, isDelayed);
      else status.append(`${attribute}: ${message} `);
    }
  };
  const confirm = (isDelayed: boolean) => {
    // A visitor who has closed a delayed form is not redirected.
    const isRedirected = redirect_url && (!isDelayed || form.offsetHeight);
    snooze(settings, Infinity);
    const hadFocus = form.matches(':focus-within');
    // Screen readers announce a new element with text only as an alert or when it gets the focus.
    const role = hadFocus ? 'status' : 'alert';
    const note = element('div', { role, tabindex: '-1' }, ...definition.confirmation);
    const copier = note.querySelector('button');
    if (copier) copier.onclick = port.guarded(() => copyCode(copier));
    // Takes up the same height, so that nothing below it moves.
    if (!reopen) note.style.minHeight = `${form.getBoundingClientRect().height}px`;
    form.before(note);
    setHidden(ownForm, true);
    // The focus moves from the form to the confirmation.
    if (hadFocus) note.focus();
    if (send_ga_event) port.guarded(notifyAnalytics)(definition);
    if (isRedirected) location.assign(redirect_url);
  };

  /** Without a clipboard, as on pages without TLS, a click on the code selects it. */
  const copyCode = async (button: HTMLElement) => {
    await navigator.clipboard.writeText(button.previousSibling?.textContent ?? '');
    button.textContent = texts.copied;
  };

  return (input) => {
    if (isSending) return;
    const pressed = input as typeof main; // a button or an input
    const button = pressed || main;
    for (const undo of undos) undo();
    undos = [];
    status.textContent = '';
    const url = location.href;
    const entries = readEntries(ownForm, pressed);
    const detail = detailOf(settings, url, entries, button);
    // By jQuery if the page has it, and as a DOM event. An error in a listener must not stop the form.
    const dispatch = (type: 'submitting' | 'submitFailed' | 'submitted') => {
      const name = `${type}.drip`;
      port.guarded(() => (window as Globals).jQuery?.(target).trigger(name, [detail]))();
      genuine(target).dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
    };
    dispatch('submitting');
    // The browser's own validation, with messages in its language.
    let group: string | undefined;
    for (const control of form.querySelectorAll<Control>('[name]:invalid:not(fieldset)')) {
      const { type, name, validationMessage } = control;
      // All radio buttons of a group are invalid together.
      if (type !== 'radio' || name !== group) markInvalid(control, validationMessage);
      group = name;
    }
    if (undos.length) return dispatch('submitFailed');
    isSending = true;
    latest = detail;
    const done = port.guarded(({ error, errors }: SubmissionResult) => {
      // The form was sent again after consent had been withdrawn.
      if (latest !== detail) return;
      isSending = false;
      const isDelayed = end();
      detail.visitor_uuid = port.visitor();
      if (error) showFailure(errors, isDelayed);
      else confirm(isDelayed);
      dispatch(error ? 'submitFailed' : 'submitted');
    });
    const fail = () => done({ error: true });
    // Without consent nothing is stored, and nothing is sent until it is granted.
    const end = showProgress(status, button, definition, () => port.isOpen() || fail());
    // Even if no response arrives.
    snooze(settings, popup_rest);
    try {
      if (port.isOpen()) port.send('submitForm', { form_id: id, url, entries }, done);
      else fail();
    } catch {
      fail(); // Too many messages are waiting, or the page has removed a built-in.
    }
  };
}

/** Returns the detail of the page's events. */
function detailOf(
  { definition, port }: Settings,
  url: string,
  entries: SubmissionContent['entries'],
  button: HTMLButtonElement | null,
): Record<string, string> {
  const detail: Record<string, string> = {
    account_id: port.account,
    form_id: definition.id,
    page_title: page.title,
    submit: button?.textContent || button?.value || '',
    time_zone: port.timeZone(),
    url,
    visitor_uuid: port.visitor(),
  };
  for (const [name, value] of entries) if (/^fields/.test(name)) detail[name] = value;
  return detail;
}

/** Reads the entries of a form, as a browser posts them. */
// Unspecified: U-186
function readEntries(form: HTMLFormElement, pressed: HTMLButtonElement | null): SubmissionContent['entries'] {
  const entries: SubmissionContent['entries'] = [];
  const data = new FormData(form);
  if (pressed?.name) data.append(pressed.name, pressed.value);
  data.forEach((value, name) => {
    entries[entries.length] = [name, `${value}`];
  });
  return entries;
}

/** Globals that other scripts of the page may define. */
export interface Globals {
  jQuery?: (target: Element) => { trigger(name: string, parameters: unknown[]): unknown };
  gtag?: (...inputs: unknown[]) => unknown;
  ga?: (...inputs: unknown[]) => unknown;
  dataLayer?: { push(entry: unknown): unknown };
}

/** Reports a submission to the page's analytics. */
// Unspecified: U-80
export function notifyAnalytics({ id, headline }: FormDefinition): void {
  const { gtag, ga, dataLayer } = window as Globals;
  const event = 'generate_lead';
  const about = { form_id: id, form_name: headline };
  if (gtag) gtag('event', event, about);
  else if (ga) ga('send', 'event', 'Form', 'Submitted', headline);
  else dataLayer?.push({ event, ...about });
}
