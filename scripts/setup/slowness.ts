/** The processor time of `work` in milliseconds, on the machine for which limits and budgets were chosen. */
const USUAL = 28;

/** Strings, objects and sorting, as in requests. */
function work(): void {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    id: `row-${i}`,
    values: [i, i % 7, String(i)],
    name: `Name ${(i * 7919) % 20_000}`,
  }));
  const copy: typeof rows = JSON.parse(JSON.stringify(rows));
  copy.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Measures the current slowness relative to that machine. A busy machine is slower too, since its cores share caches and
 * often a clock.
 */
export function slownessNow(): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000 / USUAL;
}
