/** Records from the first index up to but without the second. */
export type RecordRange = readonly [from: number, to: number];

/** How far a bulk job is, as JSON: what another run needs in order to go on. */
export interface Checkpoint {
  /** The method, `subscribers.upsertMany`. Another one refuses to go on from here. */
  readonly operation: string;
  /** The index of the first record that is not done with. */
  readonly position: number;
  /** What is done beyond it. */
  readonly done: readonly RecordRange[];
  /** What may have been taken, or is under way; only where taking it twice would count twice. */
  readonly pending: readonly RecordRange[];
}

/** Keeps the checkpoint of one job: in a file, a database, a key-value store. Never called twice at a time. */
export interface CheckpointStore {
  /** Gives what was saved last; undefined when nothing was. */
  load(): Promise<Checkpoint | undefined>;
  /** Replaces what was saved. It must have become durable when the promise is fulfilled. */
  save(checkpoint: Checkpoint): Promise<void>;
}
