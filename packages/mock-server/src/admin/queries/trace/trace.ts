import type { Reference } from '../activity.ts';
import type { NodeType } from './node.ts';

/** A request or an action, something that it led to, or something that waits. */
export interface TraceRow {
  /** The place of the row in the trace, from 1. */
  readonly number: number;
  /** The number of the row that led to it; null for the first row. */
  readonly parent: number | null;
  readonly type: NodeType;
  readonly id: string;
  /** ISO 8601, on the account's clock. */
  readonly at: string;
  /** When a wait ends, ISO 8601; null if the row does not wait, or until something happens. */
  readonly until: string | null;
  readonly subscriberId: string | null;
  /** The email address of the subscriber; null without one. */
  readonly email: string | null;
  readonly sentence: string;
  readonly state: 'done' | 'waiting' | 'failed' | 'refused';
  /** The record that tells more; null without one. */
  readonly ref: Reference | null;
}

/** The effects of a request or an action. */
export interface Trace {
  /** The number of the row that was asked for; null if the trace does not have it any more. */
  readonly of: number | null;
  /** The number of rows. */
  readonly total: number;
  /** Whether there are more than were read: `total` does not count them. */
  readonly isCut: boolean;
  /** In the order in which they happened, each after the row that led to it. */
  readonly rows: readonly TraceRow[];
}
