import { nearestName, WEBHOOK_EVENTS, type WebhookEvent } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';

/** A filter for events by name; without names it accepts all. */
export function eventFilter(names: readonly string[]): (event: string) => boolean {
  if (names.length === 0) return () => true;
  const wanted = new Set<string>(names.map(fullName));
  return (event) => wanted.has(event);
}

/** The event of a name that may lack "subscriber.". */
export function fullName(name: string): WebhookEvent {
  const full = name.includes('.') ? name : `subscriber.${name}`;
  const known: readonly string[] = WEBHOOK_EVENTS;
  const found = WEBHOOK_EVENTS.find((event) => event === full);
  if (found) return found;
  const nearest = nearestName(full, known);
  throw new UsageError(
    nearest === undefined
      ? `Unknown event '${name}'. Events: ${known.join(', ')}.`
      : `Unknown event '${name}', did you mean ${nearest}?`,
  );
}
