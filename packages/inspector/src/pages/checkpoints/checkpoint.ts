/** A stored state as `GET /_admin/checkpoints` lists it. */
export interface Checkpoint {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Absent for a checkpoint of the whole server. */
  readonly account_id?: string;
}

/** A record in a comparison. */
export interface Thing {
  readonly account_id?: string;
  readonly id: string;
  readonly label?: string;
}

/** A changed record, with its values before and now by member; null is an absent one. */
export interface ChangedThing extends Thing {
  readonly changes: Readonly<Record<string, readonly [before: unknown, now: unknown]>>;
}

/** The differences in one noun. */
export interface NounDifference {
  readonly added: readonly Thing[];
  readonly removed: readonly Thing[];
  readonly changed: readonly ChangedThing[];
}

/** The answer of `GET /_admin/checkpoints/{id}/diff`. */
export interface Difference {
  readonly since: Checkpoint;
  readonly nouns: Readonly<Record<string, NounDifference>>;
  readonly text: string;
}
