import { serverNow } from '../../api/clock.ts';
import { absoluteTime, relativeTime } from './format.ts';

interface TimeProps {
  /** ISO 8601; null and undefined show a dash. */
  readonly at: string | null | undefined;
  /** `relative` (default) to the server's clock, `absolute`, or `both`. */
  readonly format?: 'relative' | 'absolute' | 'both';
}

/** A time on the server's clock. The other format is in its title. */
export const Time = ({ at, format = 'relative' }: TimeProps) => {
  if (!at) return <span class="quiet">–</span>;
  const absolute = absoluteTime(at);
  const relative = relativeTime(Date.parse(at), serverNow.value);
  const [text, title] = format === 'relative' ? [relative, absolute] : [absolute, relative];
  return (
    <time dateTime={at} title={title} class="number">
      {text}
      {format === 'both' && <span class="quiet"> · {relative}</span>}
    </time>
  );
};
