import { type Column, json, nullable } from './row-mapping.ts';

/** What led to a change: the request, email, mailing or step that it came from. */
export interface Cause {
  readonly type: 'request' | 'email' | 'workflow' | 'broadcast' | 'campaign' | 'admin' | 'seed' | 'clock';
  /** The id of the recorded request, the delivery, the workflow, the broadcast or the campaign. */
  readonly id: string | null;
}

/** The column of a cause; null where it is unknown. */
export const cause: Column<Cause | null> = nullable(json<Cause>('cause'));
