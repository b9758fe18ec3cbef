/*
 * Loaded into a server with `--import`. Measures turns of the event loop by the CPU time of the thread, which does not depend on
 * the load of the machine: from the message `begin` to the message `end`, which it answers with the longest turn.
 *
 * A timer of a millisecond ends each measurement, so turns that are shorter are measured together.
 *
 * It answers the message `watch` when the background work has used enough CPU time, or the longest time has passed:
 * some of that work takes minutes.
 */

/** The CPU time that is watched, and the longest real time, in milliseconds. */
const [WATCHED, LONGEST] = [1000, 2500];

let timer: NodeJS.Timeout | undefined;
let longest = 0;
let start = process.threadCpuUsage();

function next(): void {
  longest = Math.max(longest, usedSince(start));
  start = process.threadCpuUsage();
}

function usedSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(earlier);
  return (user + system) / 1000;
}

function watch(): void {
  const [first, end] = [process.threadCpuUsage(), performance.now() + LONGEST];
  const look = setInterval(() => {
    if (usedSince(first) < WATCHED && performance.now() < end) return;
    clearInterval(look);
    process.send?.(longest);
  }, 10);
}

process.on('message', (message) => {
  if (message === 'watch') return watch();
  clearInterval(timer);
  if (message === 'begin') {
    start = process.threadCpuUsage();
    longest = 0;
    timer = setInterval(next, 1);
  } else next();
  process.send?.(longest);
});
