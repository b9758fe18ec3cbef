import { type Tone, toneOfState, toneOfStatus } from '@trickle/design/tones';
import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

/** A short state, such as `active` or `422`. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span class={classes('badge', tone)}>{children}</span>
);

/** A badge with a state of a record in its usual color. */
export const StateBadge = ({ state }: { readonly state: string }) => (
  <Badge tone={toneOfState(state)}>{state.replaceAll('_', ' ')}</Badge>
);

/** A badge with an HTTP status. */
export const StatusBadge = ({ status }: { readonly status: number | undefined }) => (
  <Badge tone={toneOfStatus(status)}>{status ?? 'dropped'}</Badge>
);
