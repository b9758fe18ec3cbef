/** What led to a change. */
export type { Cause } from '@trickle/mock-server/admin';

/** A record that another one refers to. */
export interface Ref {
  readonly type: string;
  readonly id: string;
}
