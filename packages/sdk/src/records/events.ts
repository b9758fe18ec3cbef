// biome-ignore-all format: written by `npm run generate:operations` from the contract.

interface EventInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The service's id of the person. */
  id?: string | undefined;
  /** What was done. Where a conversion has this name, it is recorded too. */
  action: string;
  /** Default true. */
  prospect?: boolean | undefined;
  properties?: {
    /** Of a conversion: cents. Of any other event: whatever it is, but no number of 2,147,483,647 or more. */
    value?: unknown | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  } | undefined;
  /** ISO 8601; default now. */
  occurred_at?: string | Date | undefined;
}

/** Arguments of recording an event. At least one of `email` and `id` names the person. */
export type EventInput = EventInputMembers & (
  | { /** The service's id of the person. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);
