import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { BarChart } from '../../design/chart/chart.tsx';
import { IdLink } from '../../design/link/link.tsx';
import { Fold } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { absoluteTime } from '../../design/time/format.ts';
import { Time } from '../../design/time/time.tsx';
import { capitalized, counted, numberText } from '../../design/words.ts';
import { urlOf } from '../../location/location.ts';

type Report = ResponseOf<'GET /_admin/clock/report'>;
type Email = Report['emails'][number];

/** A span of time whose second is the first one after it, ISO 8601. */
export interface Span {
  readonly since: string;
  readonly until: string;
}

/** The events of a span of time. Its numbers lead to the same emails and events in their lists. */
export const PastReport = ({ since, until }: Span) => {
  const span = { since, until };
  const report = useResource('GET /_admin/clock/report', { ...span }, []);
  return <Loaded of={report}>{(data) => <Content report={data} lists={span} />}</Loaded>;
};

export const Preview = ({ until }: { readonly until: string }) => {
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
