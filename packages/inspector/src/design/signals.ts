import type { Signal } from '@preact/signals';

export const into =
  <Value>(target: Signal<Value>) =>
  (value: Value): void => {
    target.value = value;
  };

export const bind = <Value>(target: Signal<Value>) => ({ value: target.value, onInput: into(target) });
