import type { StepsPayload } from '../domain/workflow-steps.ts';
/** What each kind of job is told, by the kind's name. Payloads are plain JSON. */
export interface JobPayloads {
  /** Records of a batch, or v3 activities, in their order. */
  records: RecordsPayload;
  /** Somebody's next steps on a workflow. */
  workflow_steps: StepsPayload;
}
export type JobKind = keyof JobPayloads;

/** The kinds that need the network; their handlers are `OutsideHandler`s. */
export const OUTSIDE_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([]);

export interface RecordsPayload {
  /** As in `subscribers.upsertBatch`. */
  readonly operation: string;
  readonly records: readonly unknown[];
  /** One id for each record where the caller was given such; else the job's own id stands for all. */
  readonly requestIds?: readonly string[] | undefined;
  /** When the request came, in milliseconds since 1970, where that matters: it is the activity's time. */
  readonly receivedAt?: number | undefined;
}
