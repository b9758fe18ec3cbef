import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';

/**
 * Puts the confirmation where a form was, and leads whoever was in the form to it. In the flow of a page it takes
 * no less room, so that nothing below it moves.
 */
export function confirmInPlace(
  form: HTMLElement,
  { confirmation_heading, confirmation_text }: FormDefinition,
  isInFlow: boolean,
): void {
  const note = element(
    'div',
    { role: 'status', tabindex: '-1' },
    ['strong', {}, confirmation_heading],
    ['p', {}, confirmation_text],
  );
  if (isInFlow) note.style.minHeight = `${form.getBoundingClientRect().height}px`;
  const hadFocus = form.matches(':focus-within');
  form.before(note);
  form.hidden = true;
  if (hadFocus) note.focus();
}
