import { useSignal } from '@preact/signals';
import { clock, serverNow } from '../../api/clock.ts';
import type { Item, ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/button/button.tsx';
import { BarChart } from '../../design/chart/chart.tsx';
import { Field, Select } from '../../design/field/field.tsx';
import { IdLink } from '../../design/link/link.tsx';
import { column, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Fold, Loaded, Page, Section } from '../../design/page/page.tsx';
import { bind, into } from '../../design/signals.ts';
import { absoluteTime, relativeTime } from '../../design/time/format.ts';
import { MOMENTS_IN_WORDS, readMoment } from '../../design/time/moment.ts';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { capitalized, counted, numberText } from '../../design/words.ts';
import { queryHere, setQuery, urlOf } from '../../location/location.ts';
import { JobSentence } from '../../records/job-sentence.tsx';

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

type Report = ResponseOf<'GET /_admin/clock/report'>;
type Email = Report['emails'][number];

/** A span of time whose second is the first one after it, ISO 8601. */
interface Span {
  readonly since: string;
  readonly until: string;
}

const PastReport = ({ since, until }: Span) => {
  const span = { since, until };
  const report = useResource('GET /_admin/clock/report', { ...span }, []);
  return <Loaded of={report}>{(data) => <Content report={data} lists={span} />}</Loaded>;
};

const Preview = ({ until }: { readonly until: string }) => {
  const report = useResource('GET /_admin/clock/preview', { until }, []);
  return <Loaded of={report}>{(data) => <Content report={data} />}</Loaded>;
};

interface ContentProps {
  readonly report: Report;
  readonly lists?: Span;
}

const Content = ({ report: { emails, events, days }, lists }: ContentProps) => {
  const [sent, happened] = [emails, events].map((rows) => rows.reduce((sum, { count }) => sum + count, 0));
  return (
    <>
      <p>
        <Counted count={sent ?? 0} nouns="emails" url={lists && urlOf('/outbox', { ...lists })} />
        {', '}
        <Counted count={happened ?? 0} nouns="events" url={lists && urlOf('/events', { ...lists })} />
      </p>
      {emails.length > 0 && (
        <div class="folds">
          {emails.map((email) => (
            <EmailFold key={`${email.mailing_id} ${email.subject}`} email={email} lists={lists} />
          ))}
        </div>
      )}
      {days.length > 1 && (
        <BarChart
          title="By day"
          labels={days.map(({ day }) => day)}
          series={[
            { name: 'emails', color: 3, values: days.map((day) => day.emails) },
            { name: 'events', color: 2, values: days.map((day) => day.events) },
          ]}
        />
      )}
      <ul class="actions clock-sums">
        {events.map(({ action, count }) => (
          <li key={action}>
            <Counted
              count={count}
              nouns={action.replace(/^subscriber\./, '').replaceAll('_', ' ')}
              url={lists && urlOf('/events', { ...lists, action })}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

interface CountedProps {
  readonly count: number;
  readonly nouns: string;
  readonly url: string | undefined;
}

const Counted = ({ count, nouns, url }: CountedProps) => {
  const text =
    nouns === 'emails' || nouns === 'events' ? counted(count, nouns) : `${numberText(count)} ${nouns}`;
  return url === undefined || count === 0 ? <b>{text}</b> : <a href={url}>{text}</a>;
};

const EmailFold = ({ email, lists }: { readonly email: Email; readonly lists: Span | undefined }) => {
  const { subject, count, kind, mailing, mailing_id: id, first, last, recipients } = email;
  return (
    <Fold
      summary={
        <>
          <b>“{subject}”</b> to <b>{counted(count, 'subscribers')}</b>
          <span class="quiet">
            {' '}
            · {absoluteTime(first)}
            {last !== first && ` – ${absoluteTime(last)}`}
          </span>
        </>
      }
    >
      <p class="quiet">
        {capitalized(kind)} {id !== null && <IdLink type={kind} id={id} text={mailing ?? id} />}
        {lists && (
          <>
            {' · '}
            <a href={urlOf('/outbox', { ...lists, subject })}>Show these emails</a>
          </>
        )}
      </p>
      <ul class="clock-recipients">
        {recipients.map(({ subscriber_id: subscriber, email: address, sent_at: at }) => (
          <li key={`${address} ${at}`}>
            {subscriber === null ? address : <IdLink type="subscriber" id={subscriber} text={address} />}{' '}
            <span class="quiet">
              <Time at={at} format="absolute" />
            </span>
          </li>
        ))}
      </ul>
      {count > recipients.length && <p class="quiet">and {counted(count - recipients.length, 'others')}</p>}
    </Fold>
  );
};
