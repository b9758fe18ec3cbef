import { announce, tellAnalytics } from './announce.ts';
import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';
import { type Control, controlFor, showFault, type Undo } from './faults.ts';
import type { FormsPort, SubmissionContent } from './port.ts';

/** A form that can be submitted: one that was made here, or one of the page's own. */
export interface Submittable {
  form: HTMLFormElement;
  definition: FormDefinition;
  port: FormsPort;
  /** Where the page's events come from. */
  target: Element;
  /** Shows that it is done. */
  confirm(): void;
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

/** Makes the function that submits a form, once at a time, and shows beside its fields what is wrong. */
// Unspecified: U-81
export function createSubmitter({ form, definition, port, target, confirm }: Submittable): () => void {
  const { id: form_id, texts, redirect_url, send_ga_event } = definition;
  const button = form.querySelector<HTMLInputElement>('button,[type=submit]');
  const status = element('p', { role: 'status' });
  if (button) button.before(status);
  else form.append(status);
  let undos: Undo[] = [];
  let isSending = false;

  const blame = (control: Control, message: string) => {
    if (!undos.length) control.focus();
    undos[undos.length] = showFault(control, message);
  };

  return () => {
    if (isSending) return;
    for (const undo of undos) undo();
    undos = [];
    status.textContent = '';
    const content: SubmissionContent = { form_id, url: location.href, entries: [] };
    const { entries } = content;
    new FormData(form).forEach((value, name) => {
      entries[entries.length] = [name, `${value}`];
    });
    const detail = detailOf(port, content, button?.value || button?.textContent || '');
    const tell = (occasion: Parameters<typeof announce>[2]) => announce(port, target, occasion, detail);
    tell('submitting');
    // What the browser itself finds wrong, in its own language.
    for (const control of form.querySelectorAll<Control>('[name]:invalid')) {
      blame(control, control.validationMessage);
    }
    if (undos.length) {
      tell('submitFailed');
      return;
    }
    isSending = true;
    status.textContent = texts.sending;
    form.setAttribute('aria-busy', 'true');
    port.submit(content, ({ success, errors }) => {
      isSending = false;
      form.removeAttribute('aria-busy');
      detail.visitor_uuid = port.visitor();
      if (!success) {
        status.textContent = errors ? '' : texts.failed;
        for (const { attribute, message } of errors ?? []) {
          const control = controlFor(form, attribute);
          if (control) blame(control, message);
          else status.append(`${attribute}: ${message} `);
        }
        tell('submitFailed');
        return;
      }
      confirm();
      tell('submitted');
      if (send_ga_event) tellAnalytics(definition);
      if (redirect_url) location.assign(redirect_url);
    });
  };
}
