import { announce, tellAnalytics } from './announce.ts';
import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';
import { showFault, type Undo } from './faults.ts';
import type { FieldFault, FormsPort, SubmissionContent } from './port.ts';

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

const FIELD = /^fields\[([^\]]+)\](\[\])?$/;

function contentOf(form: HTMLFormElement, form_id: string): SubmissionContent {
  const content: SubmissionContent = { form_id, fields: {}, tags: [], website: '' };
  const { fields, tags } = content;
  new FormData(form).forEach((value, key) => {
    const text = `${value}`;
    const [, name, isList] = FIELD.exec(key) ?? [];
    // Of several inputs with one name the last holds, as at the server.
    if (name) fields[name] = isList && fields[name] ? `${fields[name]}, ${text}` : text;
    else if (key === 'tags[]') tags[tags.length] = text;
    else if (key === 'website') content.website = text;
  });
  return content;
}

/** What the events of a submission carry: the members that the interface names. */
function detailOf(form: HTMLFormElement, { form_id, fields }: SubmissionContent, port: FormsPort) {
  const button = form.querySelector<HTMLInputElement>('button,[type=submit]');
  const detail: Record<string, string> = {
    account_id: port.account,
    form_id,
    page_title: document.title,
    submit: button?.value || button?.textContent || '',
    time_zone: port.timeZone(),
    url: location.href,
    visitor_uuid: port.visitor(),
  };
  for (const name of Object.keys(fields)) detail[`fields[${name}]`] = fields[name] ?? '';
  return detail;
}

/** What the browser itself finds wrong, in its own language. */
function faultsIn(form: HTMLFormElement): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const {
    name,
    validity,
    validationMessage: message,
  } of form.elements as unknown as HTMLInputElement[]) {
    const [, attribute] = FIELD.exec(name) ?? [];
    if (attribute && !validity.valid) faults[faults.length] = { attribute, message };
  }
  return faults;
}

/** Makes the function that submits a form, once at a time, and shows beside its fields what is wrong. */
// Unspecified: U-81
export function createSubmitter({ form, definition, port, target, confirm }: Submittable): () => void {
  const { id, texts, redirect_url, send_ga_event } = definition;
  const status = element('p', { role: 'status' });
  form.append(status);
  let undos: Undo[] = [];
  let isSending = false;

  const show = (faults: FieldFault[]) => {
    for (const fault of faults) {
      const undo = showFault(form, fault);
      if (undo) undos[undos.length] = undo;
      else status.append(`${fault.attribute}: ${fault.message} `);
    }
    form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return () => {
    if (isSending) return;
    for (const undo of undos) undo();
    undos = [];
    status.textContent = '';
    const content = contentOf(form, id);
    const detail = detailOf(form, content, port);
    const tell = (occasion: Parameters<typeof announce>[2]) => announce(port, target, occasion, detail);
    tell('submitting');
    const faults = faultsIn(form);
    if (faults.length) {
      show(faults);
      tell('submitFailed');
      return;
    }
    isSending = true;
    status.textContent = texts.sending;
    form.setAttribute('aria-busy', 'true');
    port.submit(content, ({ success, errors }) => {
      isSending = false;
      form.removeAttribute('aria-busy');
      status.textContent = errors ? '' : texts.failed;
      detail.visitor_uuid = port.visitor();
      if (!success) {
        show(errors ?? []);
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
