import type { Tone } from '@trickle/design/tones';
import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import { formatOf, Time } from '../time/time.tsx';

export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly body?: ComponentChildren;
  readonly tone?: Tone;
}

export const Timeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => {
  const format = formatOf(entries.map(({ at }) => at));
  return (
    <ol class="timeline">
      {entries.map(({ key, at, icon, title, body, tone }) => (
        <li key={key}>
          <span class={classes('timeline-mark', tone)}>
            <Icon name={icon} />
          </span>
          <div class="timeline-content">
            <div class="timeline-title">
              <span class="wrap">{title}</span>
              <span class="quiet">
                <Time at={at} format={format} />
              </span>
            </div>
            {body && <div class="timeline-body quiet wrap">{body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
};
