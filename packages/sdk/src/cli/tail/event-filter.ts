import { nearestName, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/endings.ts';

/** Gives whether an event is wanted, by the names that were given; all are when none was. */
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
      ? `There is no event ${name}. Events: ${known.join(', ')}.`
      : `There is no event ${name}, did you mean ${nearest}?`,
  );
}
