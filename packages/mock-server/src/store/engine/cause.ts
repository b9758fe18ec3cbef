/** What can lead to a change. */
export const CAUSE_TYPES = [
  'request',
  'email',
  'workflow',
  'broadcast',
  'campaign',
  'admin',
  'seed',
  'clock',
] as const;

/** What led to a change: the request, email, mailing or step that it came from. */
export interface Cause {
  readonly type: (typeof CAUSE_TYPES)[number];
  /** The id of the recorded request, the delivery, the workflow, the broadcast, the campaign, or the action. */
  readonly id: string | null;
  /** What all of it began with, if that is known and not this cause. */
  readonly root?: Root | undefined;
  /** The id of the event or form submission that started the workflow. */
  readonly startedBy?: string | undefined;
  /** The id of the request of a recipient, such as a click. */
  readonly requestId?: string | undefined;
}

/** What the changes of a trace began with. The id of a seed is null. */
export interface Root {
  readonly type: 'request' | 'admin' | 'seed';
  readonly id: string | null;
}

/** What a cause began with; undefined if unknown. */
export function rootOf(cause: Cause | null | undefined): Root | undefined {
  if (!cause) return undefined;
  const { type, id, root } = cause;
  return root ?? (type === 'request' || type === 'admin' || type === 'seed' ? { type, id } : undefined);
}
