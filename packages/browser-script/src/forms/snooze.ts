import type { Settings } from './settings.ts';

const DAY = 86_400_000;

/** The times in memory, in case storage is blocked or consent is withdrawn. */
const held: Record<string, number | undefined> = {};

/** Returns the time until which a form does not open by itself; `Infinity` means never again. */
export function snoozedUntil({ key, port }: Settings): number {
  try {
    if (port.isOpen()) return Number(localStorage.getItem(key)) || 0;
  } catch {
    // Storage is blocked.
  }
  return held[key] ?? 0;
}

/** Stops a form from opening by itself for at least this number of days. */
export function snooze(settings: Settings, days: number): void {
  const { key, port } = settings;
  const until = Math.max(snoozedUntil(settings), Date.now() + days * DAY);
  held[key] = until;
  try {
    if (port.isOpen()) localStorage.setItem(key, `${until}`);
  } catch {
    // Storage is blocked.
  }
}
