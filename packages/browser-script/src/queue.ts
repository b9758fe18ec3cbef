/** Runs what a page has queued in `window._dcq`, in order, and from then on all that it pushes, at once. */
// Unspecified: U-25
export function takeOver(run: (command: unknown) => void): void {
  const early = window._dcq as unknown;
  // The same array goes on as the queue where it can, since a page may hold on to it.
  const queue: unknown[] = Array.isArray(early) ? early : [];
  const commands: unknown[] = [];
  for (let index = 0; index < queue.length; index++) commands[index] = queue[index];
  queue.length = 0;
  // Defined, because assigning throws on a page that has frozen `Array.prototype`.
  Object.defineProperty(queue, 'push', {
    value(...pushed: unknown[]) {
      for (let index = 0; index < pushed.length; index++) run(pushed[index]);
    },
  });
  window._dcq = queue;
  queue.push(...commands);
}
