import { type Tone, toneOfState, toneOfStatus } from '@trickle/design/tones';
import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span class={classes('badge small number', tone)}>{children}</span>
);

export const StateBadge = ({ state }: { readonly state: string }) => (
  <Badge tone={toneOfState(state)}>{state.replaceAll('_', ' ')}</Badge>
);

export const StatusBadge = ({ status }: { readonly status: number | undefined }) => (
  <Badge tone={toneOfStatus(status)}>{status ?? 'dropped'}</Badge>
);
