import { serverNow } from '../../api/clock.ts';
import { absoluteTime, areAlike, clockTime, relativeTime } from './format.ts';

export type TimeFormat = 'relative' | 'absolute' | 'both' | 'clock' | 'span';

interface TimeProps {
  /** ISO 8601; null and undefined show a dash. */
  readonly at: string | null | undefined;
  /** `relative` (default) to the server's clock, `absolute`, `both`, the time of day, or how long it has been. */
  readonly format?: TimeFormat | undefined;
}

export const Time = ({ at, format = 'relative' }: TimeProps) => {
  if (!at) return <span class="quiet">–</span>;
  const absolute = absoluteTime(at);
  const time = Date.parse(at);
  const relative = relativeTime(time, serverNow.value);
  const [text, title] = {
    relative: [relative, absolute],
    span: [relative.replace(/ ago$/, ''), absolute],
    clock: [clockTime(time, serverNow.value), relative],
    absolute: [absolute, relative],
    both: [absolute, relative],
  }[format];
  return (
    <time dateTime={at} title={title} class="number">
      {text}
      {format === 'both' && <span class="quiet"> · {relative}</span>}
    </time>
  );
};

/** The format for times that stand one below the other: the time of day where relative ones are all equal. */
export const formatOf = (times: readonly (string | null | undefined)[]): TimeFormat =>
  areAlike(times, serverNow.peek()) ? 'clock' : 'relative';
