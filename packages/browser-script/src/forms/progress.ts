import type { FormDefinition } from './definition.ts';

/** After so many milliseconds without an answer the visitor is told that nothing is lost. */
const PATIENCE = 5000;

/**
 * Says that a form is being sent, and that it is kept when that takes long. Gives what ends it, and tells whether the
 * visitor was told to go on meanwhile.
 */
// Unspecified: U-130
export function showProgress(
  status: HTMLElement,
  button: HTMLElement | null,
  { texts }: FormDefinition,
): () => boolean {
  let isLate = false;
  status.textContent = texts.sending;
  // Not `aria-busy` on the form: what is said within it would not be heard.
  button?.setAttribute('aria-disabled', 'true');
  const timer = setTimeout(() => {
    isLate = true;
    status.textContent = texts.delayed;
  }, PATIENCE);
  return () => {
    clearTimeout(timer);
    button?.removeAttribute('aria-disabled');
    return isLate;
  };
}
