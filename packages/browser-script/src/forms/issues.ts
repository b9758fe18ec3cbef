import { element } from './element.ts';

/** An input of a form. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Removes a message. */
export type Undo = () => void;

/**
 * Finds the input of a field. Skips hidden inputs, which hold the value of an unchecked box of the same name, and groups
 * of inputs.
 */
export const controlFor = (form: HTMLFormElement, name: string): Control | null =>
  form.querySelector(`[name^="fields[${CSS.escape(name)}]"]:not([type=hidden]):not(fieldset)`);

/** Makes the ids of messages unique on the page. */
let count = 0;

/** Shows a message beside an input, and links it to the input for screen readers. */
export function showIssue(control: Control, message: string): Undo {
  const before = control.getAttribute('aria-describedby') ?? '';
  const id = `trickle-${++count}`;
  const note = element('span', { class: 'trickle-error', id }, message);
  (control.closest('label') ?? control).after(note);
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${before} ${id}`);
  return () => {
    note.remove();
    control.removeAttribute('aria-invalid');
    control.setAttribute('aria-describedby', before);
  };
}
