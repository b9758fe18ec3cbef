import type { FormDefinition } from './definition.ts';

/** Without a response for this time, in milliseconds, the visitor learns that the form is stored and will be sent. */
const DELAYED_AFTER = 5000;

/**
 * Shows that a form is being sent and, if that takes long, that it is stored. Returns a function that ends the display
 * and returns whether sending took long. Calls `onDelay` when it takes long.
 */
// Unspecified: U-130
export function showProgress(
  status: HTMLElement,
  button: HTMLElement | null,
  { texts }: FormDefinition,
  onDelay: () => unknown,
): () => boolean {
  let isDelayed = false;
  status.textContent = texts.sending;
  // Not `aria-busy` on the form: screen readers would not announce the status inside it.
  button?.setAttribute('aria-disabled', 'true');
  const timer = setTimeout(() => {
    isDelayed = true;
    status.textContent = texts.delayed;
    onDelay();
  }, DELAYED_AFTER);
  return () => {
    clearTimeout(timer);
    button?.removeAttribute('aria-disabled');
    return isDelayed;
  };
}
