const DAY = 86_400_000;

/** The times in memory, in case storage is blocked. */
const held: Record<string, number | undefined> = {};

/** Returns the time until which a form does not open by itself; `Infinity` means never again. */
export function snoozedUntil(key: string): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return held[key] ?? 0; // Storage is blocked.
  }
}

/** Stops a form from opening by itself for at least this number of days. */
export function snooze(key: string, days: number): void {
  const until = Math.max(snoozedUntil(key), Date.now() + days * DAY);
  held[key] = until;
  try {
    localStorage.setItem(key, `${until}`);
  } catch {
    // Storage is blocked.
  }
}
