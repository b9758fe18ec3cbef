/** Runs what a page has queued in `window._dcq`, in order, and from then on all that it pushes, at once. */
// Unspecified: U-25
export function takeOver(run: (command: unknown) => void): void {
  const early = window._dcq as unknown;
  // The same array goes on as the queue where it can, since a page may hold on to it.
  const isUsable = Array.isArray(early) && !Object.isFrozen(early);
  const queue: unknown[] = isUsable ? early : [];
  const commands: unknown[] = [];
  if (Array.isArray(early)) for (let index = 0; index < early.length; index++) commands[index] = early[index];
  queue.length = 0;
  // Defined, because assigning throws on a page that has frozen `Array.prototype`.
  Object.defineProperty(queue, 'push', {
    value(...pushed: unknown[]) {
      for (let index = 0; index < pushed.length; index++) run(pushed[index]);
    },
  });
  if (!isUsable) window._dcq = queue;
  queue.push(...commands);
}
