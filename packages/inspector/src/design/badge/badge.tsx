import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';

/** What the color of a badge says. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

/** A short state, such as `active` or `422`. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span class={classes('badge', tone)}>{children}</span>
);

/** The usual tone of the states that records have. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  delivered: 'good',
  done: 'good',
  sent: 'good',
  paid: 'good',
  clicked: 'good',
  opened: 'info',
  completed: 'info',
  scheduled: 'info',
  running: 'info',
  waiting: 'warn',
  held: 'warn',
  pending: 'warn',
  paused: 'warn',
  retrying: 'warn',
  failed: 'bad',
  'gave up': 'bad',
  dropped: 'bad',
  bounced: 'bad',
  complained: 'bad',
  removed: 'bad',
  unsubscribed: 'bad',
};

/** A badge with a state of a record in its usual color. */
export const StateBadge = ({ state }: { readonly state: string }) => (
  <Badge tone={TONES[state] ?? 'neutral'}>{state.replaceAll('_', ' ')}</Badge>
);

/** The tone of an HTTP status; undefined is a dropped connection. */
function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status >= 300 ? 'info' : 'good';
}

/** A badge with an HTTP status. */
export const StatusBadge = ({ status }: { readonly status: number | undefined }) => (
  <Badge tone={toneOfStatus(status)}>{status ?? 'dropped'}</Badge>
);
