/** What led to a change. */
export interface Cause {
  readonly type: 'request' | 'email' | 'workflow' | 'broadcast' | 'campaign' | 'admin' | 'seed' | 'clock';
  readonly id: string | null;
}

/** A record that another one refers to. */
export interface Ref {
  readonly type: string;
  readonly id: string;
}
