import { define } from './guard.ts';

/** How many commands wait for the script of another account. */
const MAX_COMMANDS = 100;

/**
 * Runs what a page has queued in `window._dcq`, in order, and from then on all that it pushes, at once. The queue goes
 * on holding the first commands: the script of another account, when it comes, runs them as well.
 */
// Unspecified: U-25, U-127
export function takeOver(run: (command: unknown) => void, isFirst: boolean): void {
  const early = window._dcq as unknown;
  // The same array stays the queue where it can, since a page may hold on to it.
  let queue: unknown[] = Array.isArray(early) ? early : [];
  const { push, length } = queue;
  const hear = (...commands: unknown[]) => {
    if (!isFirst) push(...commands);
    for (const command of commands) {
      if (isFirst && queue.length < MAX_COMMANDS) define(queue, queue.length, command);
      run(command);
    }
  };
  if (!define(queue, 'push', hear)) {
    // The page has frozen it.
    queue = [...queue];
    define(queue, 'push', hear);
  }
  define(window, '_dcq', queue);
  for (let index = 0; index < length; index++) run(queue[index]);
}
