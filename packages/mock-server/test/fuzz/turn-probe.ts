/*
 * Loaded into a server with `--import`. Measures turns of the event loop by the CPU time of the thread, which does not depend on
 * the load of the machine: from the message `begin` to the message `end`, which it answers with the longest turn.
 *
 * A timer of a millisecond ends each measurement, so turns that are shorter are measured together.
 */

let timer: NodeJS.Timeout | undefined;
let longest = 0;
let start = process.threadCpuUsage();

function next(): void {
  const { user, system } = process.threadCpuUsage(start);
  longest = Math.max(longest, (user + system) / 1000);
  start = process.threadCpuUsage();
}

process.on('message', (message) => {
  clearInterval(timer);
  if (message === 'begin') {
    start = process.threadCpuUsage();
    longest = 0;
    timer = setInterval(next, 1);
  } else next();
  process.send?.(longest);
});
