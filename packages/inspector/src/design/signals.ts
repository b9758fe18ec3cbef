import type { Signal } from '@preact/signals';

/** A function that sets a signal. */
export const into =
  <Value>(target: Signal<Value>) =>
  (value: Value): void => {
    target.value = value;
  };

/** The value of a field, and what changes it. */
export const bind = <Value>(target: Signal<Value>) => ({ value: target.value, onInput: into(target) });
