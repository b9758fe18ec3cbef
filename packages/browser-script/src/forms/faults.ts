import { element } from './element.ts';
import type { FieldFault } from './port.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes a message away again. */
export type Undo = () => void;

/** Puts a message beside a field, if the form has such a field. */
export function showFault(form: HTMLFormElement, { attribute, message }: FieldFault): Undo | undefined {
  let found: Control | undefined;
  for (const control of form.elements as unknown as Control[]) {
    // A hidden input may say what an empty box of the same name means.
    if (control.name.startsWith(`fields[${attribute}]`) && control.type !== 'hidden') found = control;
  }
  if (!found) return;
  const control = found;
  const before = control.getAttribute('aria-describedby') ?? '';
  const note = element('span', { class: 'trickle-error', id: `trickle-${attribute}` }, message);
  (control.closest('label') ?? control).after(note);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${before} ${note.id}`);
  return () => {
    note.remove();
    control.removeAttribute('aria-invalid');
    control.setAttribute('aria-describedby', before);
  };
}
