/** Records from the first index, inclusive, to the second, exclusive. */
export type RecordRange = readonly [from: number, to: number];

/** The progress of a bulk job as JSON. Another run can resume from it. */
export interface Checkpoint {
  /** The method, such as `subscribers.upsertMany`. No other method can resume it. */
  readonly operation: string;
  /** Index of the first unfinished record. */
  readonly position: number;
  /** Finished records after it. */
  readonly done: readonly RecordRange[];
  /** Records that the service may have accepted; only for operations that must not be repeated. */
  readonly pending: readonly RecordRange[];
}

/** Stores the checkpoint of one job, such as in a file or a database. Its methods are never called concurrently. */
export interface CheckpointStore {
  /** Returns the last saved checkpoint, or undefined. */
  load(): Promise<Checkpoint | undefined>;
  /** Replaces the saved checkpoint. Must resolve only once it is durable. */
  save(checkpoint: Checkpoint): Promise<void>;
}
