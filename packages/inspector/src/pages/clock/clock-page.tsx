import { useSignal } from '@preact/signals';
import { clock, serverNow } from '../../api/clock.ts';
import { useResource } from '../../api/resource.ts';
import type { Item } from '../../api/responses.ts';
import { Button } from '../../design/button/button.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { bind, into } from '../../design/signals.ts';
import { Loaded } from '../../design/states/states.tsx';
import * as column from '../../design/table/columns.tsx';
import { absoluteTime, relativeTime } from '../../design/time/format.ts';
import { MOMENTS_IN_WORDS, readMoment } from '../../design/time/moment.ts';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { queryHere, setQuery, urlOf } from '../../location/location.ts';
import { JobSentence } from '../../records/job-sentence.tsx';
import { PastReport, Preview } from './report.tsx';

export const ClockPage = () => {
  const { since, until, preview } = queryHere();
  const jobs = useResource('GET /_admin/jobs', { state: 'waiting', limit: 10 }, ['jobs', 'clock']);
  return (
    <Page
      title="Clock"
      lead="The server's own time. Advance it to run everything that falls due on the way: emails, workflow delays, webhook retries. Preview shows it first, on a copy."
    >
      <div class="columns">
        <Section title="Now" isCard>
          <Now />
        </Section>
        <Section title="Advance" isCard>
          <Advance />
        </Section>
      </div>
      {preview && (
        <Section
          title={`What would happen until ${absoluteTime(preview)}`}
          actions={
            <>
              <Button look="primary" onClick={() => advance({ until: preview })}>
                Go
              </Button>
              <CloseReport />
            </>
          }
        >
          <Preview until={preview} />
        </Section>
      )}
      {since && until && (
        <Section title={`What fell due until ${absoluteTime(until)}`} actions={<CloseReport />}>
          <PastReport since={since} until={until} />
        </Section>
      )}
      <Section title="What runs next" actions={<a href={urlOf('/jobs')}>All jobs</a>}>
        <Loaded of={jobs}>{(data) => <LoadedRows of={NEXT_JOBS} rows={data.jobs} />}</Loaded>
      </Section>
    </Page>
  );
};

const CloseReport = () => (
  <Button
    icon="close"
    look="bare"
    label="Close"
    onClick={() => setQuery({ preview: '', since: '', until: '' })}
  />
);

const NEXT_JOBS: RowsDeclaration<Item<'GET /_admin/jobs', 'jobs'>> = {
  noun: 'jobs',
  label: 'Waiting jobs',
  columns: [
    { header: 'Due', width: '7rem', cell: ({ run_at }) => <Time at={run_at} /> },
    { header: 'Job', cell: (job) => <JobSentence job={job} /> },
    column.wide({
      header: 'Time',
      width: '13rem',
      look: 'quiet',
      cell: ({ run_at }) => <Time at={run_at} format="absolute" />,
    }),
  ],
  empty: ['clock', 'Nothing waits', 'Subscribe someone to a campaign, or start a workflow.'],
};

const date = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' });

const SPEEDS = [
  ['1', 'Real time'],
  ['10', '10 times as fast'],
  ['60', 'A minute per second'],
  ['3600', 'An hour per second'],
  ['86400', 'A day per second'],
] as const;

const Now = () => {
  const now = serverNow.value;
  const { speed = 1, is_frozen: isFrozen = false } = clock.value ?? {};
  const known = SPEEDS.some(([value]) => value === String(speed)) || isFrozen;
  return (
    <>
      <div>
        <p class="clock-time number">{now === 0 ? '…' : time.format(now)}</p>
        <p class="quiet">{now === 0 ? '' : `${date.format(now)}, UTC`}</p>
      </div>
      <div class="actions">
        {isFrozen ? (
          <Button
            icon="play"
            look="primary"
            onClick={() => act('Clock resumed', 'POST /_admin/clock/resume', {})}
          >
            Resume
          </Button>
        ) : (
          <Button icon="pause" onClick={() => act('Clock frozen', 'POST /_admin/clock/freeze', {})}>
            Freeze
          </Button>
        )}
        <Select
          label="Speed"
          isLabelHidden
          value={isFrozen ? '0' : String(speed)}
          options={[
            ...(isFrozen ? [['0', 'Frozen'] as const] : []),
            ...SPEEDS,
            ...(known ? [] : [[String(speed), `${speed} times as fast`] as const]),
          ]}
          onInput={(value) => act('Speed changed', 'POST /_admin/clock/speed', { speed: Number(value) })}
        />
      </div>
    </>
  );
};

const STEPS = [
  ['1 hour', { hours: 1 }],
  ['1 day', { days: 1 }],
  ['3 days', { days: 3 }],
  ['1 week', { days: 7 }],
] as const;

const MOMENTS = ['Tomorrow 09:00', 'Black Friday', 'End of month'];

/** The first second after a time, ISO 8601: what happened in the second of the time came before it. */
const secondAfter = (at: string): string =>
  new Date((Math.floor(Date.parse(at) / 1000) + 1) * 1000).toISOString();

/** Advances the clock, and shows what fell due. */
async function advance(duration: Readonly<Record<string, number | string>>): Promise<void> {
  const result = await act('Clock advanced', 'POST /_admin/clock/advance', duration);
  if (result) setQuery({ since: secondAfter(result.from), until: secondAfter(result.to), preview: '' });
}

const Advance = () => {
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
