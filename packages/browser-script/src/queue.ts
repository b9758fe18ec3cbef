import { define } from './guard.ts';

/** The maximum number of commands that wait for the script of another account. */
const MAX_COMMANDS = 100;

/**
 * Runs the commands that a page has queued in `window._dcq`, in order, and from then on each pushed command at once. The
 * first commands stay in the queue, so that the script of another account runs them, too, when it has loaded.
 */
// Unspecified: U-25, U-127
export function takeOver(run: (command: unknown) => void, isFirst: boolean): void {
  const early = window._dcq as unknown;
  // The page may have a reference to the array, so the array stays the queue if possible.
  let queue: unknown[] = Array.isArray(early) ? early : [];
  const { push, length } = queue;
  const onPush = (...commands: unknown[]) => {
    if (!isFirst) push(...commands);
    for (const command of commands) {
      if (isFirst && queue.length < MAX_COMMANDS) define(queue, queue.length, command);
      run(command);
    }
  };
  if (!define(queue, 'push', onPush)) {
    // The page has frozen it.
    queue = [...queue];
    define(queue, 'push', onPush);
  }
  window._dcq = queue;
  for (let index = 0; index < length; index++) run(queue[index]);
}
