const DAY = 86_400_000;

/** What was remembered where storage is blocked, for as long as the page is open. */
const held: Record<string, number | undefined> = {};

/** Until when a form does not open by itself, as it was shown, closed or submitted; `Infinity` for ever. */
export function snoozedUntil(key: string): number {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return held[key] ?? 0; // Blocked: see above.
  }
}

/** Keeps a form quiet for some days, at least. */
export function snooze(key: string, days: number): void {
  const until = Math.max(snoozedUntil(key), Date.now() + days * DAY);
  held[key] = until;
  try {
    localStorage.setItem(key, `${until}`);
  } catch {
    // Blocked: see above.
  }
}
