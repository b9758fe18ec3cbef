import { announce, type Occasion, tellAnalytics } from './announce.ts';
import { confirmInPlace } from './confirmation.ts';
import { element } from './element.ts';
import { type Control, controlFor, showFault, type Undo } from './faults.ts';
import { keepQuiet } from './memory.ts';
import type { FieldFault, FormsPort, SubmissionContent, SubmissionResult } from './port.ts';
import { showProgress } from './progress.ts';
import type { Settings } from './settings.ts';

/** A form that can be submitted: one that was made here, or one of the page's own. */
export interface Submittable extends Settings {
  form: HTMLFormElement;
  /** Where the page's events come from. */
  target: Element;
  /** Whether it stands in the flow of the page. */
  isInFlow: boolean;
  /** Shows it again where the visitor has closed it meanwhile. */
  reopen?(): void;
}

/** What the events of a submission carry: the members that the interface names. */
function detailOf(port: FormsPort, { form_id, url, entries }: SubmissionContent, submit: string) {
  const detail: Record<string, string> = {
    account_id: port.account,
    form_id,
    page_title: document.title,
    submit,
    time_zone: port.timeZone(),
    url,
    visitor_uuid: port.visitor(),
  };
  for (const [name, value] of entries) if (/^fields/.test(name)) detail[name] = value;
  return detail;
}

/** What a form holds, as a plain form would post it. */
function contentOf(form: HTMLFormElement, form_id: string): SubmissionContent {
  const entries: SubmissionContent['entries'] = [];
  new FormData(form).forEach((value, name) => {
    entries[entries.length] = [name, `${value}`];
  });
  return { form_id, url: location.href, entries };
}

/** Makes the function that submits a form, once at a time, and shows beside its fields what is wrong. */
// Unspecified: U-81
export function createSubmitter(submittable: Submittable): () => void {
  const { form, definition, port, key, target, isInFlow, reopen } = submittable;
  const { id, texts, redirect_url, send_ga_event, days_between_popup_after_close } = definition;
  const button = form.querySelector<HTMLInputElement>('button:not([type=button]),[type=submit]');
  const status = element('p', { role: 'status' });
  if (button) button.before(status);
  else form.append(status);
  let undos: Undo[] = [];
  let isSending = false;

  const blame = (control: Control, message: string, isLate?: boolean) => {
    // Whoever has gone on to something else is left there.
    if (!undos.length && (!isLate || form.matches(':focus-within'))) control.focus();
    undos[undos.length] = showFault(control, message);
  };
  const refuse = (errors: FieldFault[] | undefined, isLate: boolean) => {
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
    keepQuiet(key, Infinity);
    confirmInPlace(form, definition, isInFlow);
    if (send_ga_event) port.guarded(tellAnalytics)(definition);
    if (isLeading) location.assign(redirect_url);
  };

  return () => {
    if (isSending) return;
    for (const undo of undos) undo();
    undos = [];
    status.textContent = '';
    const content = contentOf(form, id);
    const detail = detailOf(port, content, button?.value || button?.textContent || '');
    const tell = (occasion: Occasion) => announce(port, target, occasion, detail);
    tell('submitting');
    // What the browser itself finds wrong, in its own language.
    for (const control of form.querySelectorAll<Control>('[name]:invalid')) {
      blame(control, control.validationMessage);
    }
    if (undos.length) return tell('submitFailed');
    isSending = true;
    const end = showProgress(status, button, definition);
    // Whether an answer comes or not.
    keepQuiet(key, days_between_popup_after_close);
    const done = port.guarded(({ error, errors }: SubmissionResult) => {
      isSending = false;
      const isLate = end();
      detail.visitor_uuid = port.visitor();
      if (error) refuse(errors, isLate);
      else accept(isLate);
      tell(error ? 'submitFailed' : 'submitted');
    });
    try {
      port.send('submitForm', content, done);
    } catch (error) {
      done({ error }); // Too much waits already, or the page lacks what it takes.
    }
  };
}
