import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';

interface NoteProps {
  /** Default `info`. */
  readonly tone?: 'info' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}

/** A remark that stands out, such as a warning about the record below. */
export const Note = ({ tone = 'info', children }: NoteProps) => (
  <div class={classes('note', tone)}>
    <Icon name="alert" />
    <div class="wrap">{children}</div>
  </div>
);
