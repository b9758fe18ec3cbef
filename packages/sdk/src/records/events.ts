// biome-ignore-all format: written by `npm run generate:operations` from the contract.

interface EventInputMembers {
  /** An email address, `ann@example.com`. */
  email?: string | undefined;
  /** The subscriber's id. */
  id?: string | undefined;
  /** Name of the event. If a conversion has the same name, it is recorded too. */
  action: string;
  /** Default true. */
  prospect?: boolean | undefined;
  properties?: {
    /** For a conversion, in cents. Numbers must be less than 2,147,483,647. */
    value?: unknown | undefined;
    /** Members of your own. */
    [name: string]: unknown;
  } | undefined;
  /** ISO 8601. Default: now. */
  occurred_at?: string | Date | undefined;
}

/** Arguments for recording an event. `email` or `id` identifies the subscriber; at least one is required. */
export type EventInput = EventInputMembers & (
  | { /** The subscriber's id. */ id: string }
  | { /** An email address, `ann@example.com`. */ email: string }
);
