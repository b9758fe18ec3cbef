/*
 * Loaded into a server with `--import`. Measures turns of the event loop by the CPU time of the thread, which does not depend on
 * the load of the machine: from the message `begin` to the message `end`, which it answers with the longest turn.
 */

let isMeasuring = false;
let longest = 0;
let start = process.threadCpuUsage();

function next(): void {
  const { user, system } = process.threadCpuUsage(start);
  longest = Math.max(longest, (user + system) / 1000);
  start = process.threadCpuUsage();
  if (isMeasuring) setImmediate(next);
}

process.on('message', (message) => {
  isMeasuring = message === 'begin';
  if (isMeasuring) {
    start = process.threadCpuUsage();
    longest = 0;
    setImmediate(next);
  }
  process.send?.(longest);
});
