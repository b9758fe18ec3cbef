import { nearestName, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';

/** A filter for events by name; without names it accepts all. */
export function eventFilter(names: readonly string[]): (event: string) => boolean {
  if (names.length === 0) return () => true;
  const wanted = new Set(names.map(fullName));
  return (event) => wanted.has(event);
}

function fullName(name: string): string {
  const full = name.includes('.') ? name : `subscriber.${name}`;
  const known: readonly string[] = WEBHOOK_EVENTS;
  if (known.includes(full)) return full;
  const nearest = nearestName(full, known);
  throw new UsageError(
    nearest === undefined
      ? `Unknown event '${name}'. Events: ${known.join(', ')}.`
      : `Unknown event '${name}', did you mean ${nearest}?`,
  );
}
