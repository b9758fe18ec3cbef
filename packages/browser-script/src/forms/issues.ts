import { element } from './element.ts';

/** What a visitor fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Takes a message away again. */
export type Undo = () => void;

/** The input of a form for a field; not the hidden one that says what an empty box of the same name means. */
export const controlFor = (form: HTMLFormElement, name: string): Control | null =>
  form.querySelector(`[name^="fields[${CSS.escape(name)}]"]:not([type=hidden])`);

/** Makes the ids of messages unique on the page. */
let count = 0;

/** Puts a message beside an input, and ties it to it. */
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
