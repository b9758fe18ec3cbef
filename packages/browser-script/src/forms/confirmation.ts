import type { FormDefinition } from './definition.ts';
import { element } from './element.ts';

/** Puts the confirmation where a form was, in no less room, and leads whoever was in the form to it. */
export function confirmInPlace(
  form: HTMLElement,
  { confirmation_heading, confirmation_text }: FormDefinition,
): void {
  const note = element(
    'div',
    { role: 'status', tabindex: '-1' },
    element('strong', {}, confirmation_heading),
    element('p', {}, confirmation_text),
  );
  note.style.minHeight = `${form.offsetHeight}px`;
  const hadFocus = form.matches(':focus-within');
  form.before(note);
  form.hidden = true;
  if (hadFocus) note.focus();
}
