import type { FormDefinition } from './definition.ts';
import { element, setHidden } from './element.ts';

/**
 * Puts the confirmation where a form was, and leads whoever was in the form to it. In the flow of a page it takes
 * no less room, so that nothing below it moves.
 */
export function confirmInPlace(
  form: HTMLElement,
  { confirmation_heading, confirmation_text }: FormDefinition,
  isInFlow: boolean,
): void {
  const hadFocus = form.matches(':focus-within');
  const note = element(
    'div',
    // What comes with its text already in it is not heard as a status, only as an alert, or by way of the focus.
    { role: hadFocus ? 'status' : 'alert', tabindex: '-1' },
    ['strong', {}, confirmation_heading],
    ['p', {}, confirmation_text],
  );
  if (isInFlow) note.style.minHeight = `${form.getBoundingClientRect().height}px`;
  form.before(note);
  setHidden(form, true);
  if (hadFocus) note.focus();
}
