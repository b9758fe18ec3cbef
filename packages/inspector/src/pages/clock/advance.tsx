import { useSignal } from '@preact/signals';
import { clock, serverNow } from '../../api/clock.ts';
import { Button } from '../../design/button/button.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind, into } from '../../design/signals.ts';
import { relativeTime } from '../../design/time/format.ts';
import { MOMENTS_IN_WORDS, readMoment } from '../../design/time/moment.ts';
import { act } from '../../design/toast/toast.tsx';
import { setQuery } from '../../location/location.ts';

const STEPS = [
  ['1 hour', { hours: 1 }],
  ['1 day', { days: 1 }],
  ['3 days', { days: 3 }],
  ['1 week', { days: 7 }],
] as const;

/** Times that are often meant. */
const MOMENTS = ['Tomorrow 09:00', 'Black Friday', 'End of month'];

/** The first second after a time, ISO 8601: what happened in the second of the time came before it. */
const secondAfter = (at: string): string =>
  new Date((Math.floor(Date.parse(at) / 1000) + 1) * 1000).toISOString();

/** Advances the clock, and shows what fell due. */
export async function advance(duration: Readonly<Record<string, number | string>>): Promise<void> {
  const result = await act('Clock advanced', 'POST /_admin/clock/advance', duration);
  if (result) setQuery({ since: secondAfter(result.from), until: secondAfter(result.to), preview: '' });
}

/** Advances the clock by a common duration, or to a time. */
export const Advance = () => {
  const written = useSignal('');
  const isRunning = useSignal(false);
  const zone = clock.value?.time_zone ?? 'Etc/UTC';
  const moment = readMoment(written.value, serverNow.value, zone);
  const isWrong = written.value !== '' && moment === undefined;
  const until = moment === undefined ? '' : new Date(moment).toISOString();
  const run = async (duration: Parameters<typeof advance>[0]) => {
    isRunning.value = true;
    await advance(duration);
    isRunning.value = false;
  };
  return (
    <>
      <div class="actions">
        {STEPS.map(([title, duration]) => (
          <Button key={title} isDisabled={isRunning.value} onClick={() => run(duration)}>
            {title}
          </Button>
        ))}
      </div>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (until !== '') setQuery({ preview: until, since: '', until: '' });
        }}
      >
        <Field
          label={`To a time in ${zone}`}
          placeholder={MOMENTS_IN_WORDS}
          error={isWrong ? `Not a time to come. For example: ${MOMENTS_IN_WORDS}` : undefined}
          hint={moment === undefined ? undefined : momentText(moment, zone)}
          {...bind(written)}
        />
        <div class="actions">
          {MOMENTS.map((title) => (
            <Button key={title} look="bare" onClick={() => into(written)(title)}>
              {title}
            </Button>
          ))}
        </div>
        <div class="actions">
          <Button type="submit" look="primary" isDisabled={moment === undefined}>
            Preview
          </Button>
          <Button isDisabled={moment === undefined || isRunning.value} onClick={() => run({ until })}>
            Go
          </Button>
        </div>
      </form>
    </>
  );
};

/** For example `Fri, Nov 27, 2026, 09:00, in 23 h (08:00 UTC)`. */
function momentText(moment: number, timeZone: string): string {
  const write = (zone: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', {
      ...style,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    }).format(moment);
  const local = write(timeZone, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });
  const utc = write('UTC', {});
  return `${local}, ${relativeTime(moment, serverNow.value)}${local.endsWith(utc) ? '' : ` (${utc} UTC)`}`;
}
