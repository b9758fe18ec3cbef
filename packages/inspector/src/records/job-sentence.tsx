import type { ComponentChildren } from 'preact';
import type { Item } from '../api/responses.ts';
import { IdLink } from '../design/id-link/id-link.tsx';
import { counted } from '../design/number/number.ts';

interface JobProps {
  readonly job: Item<'GET /_admin/jobs', 'jobs'>;
}

/** What a job does, with links: `Retry subscriber.created of ann@example.com, 3rd attempt`. */
export const JobSentence = ({ job }: JobProps) => <span class="sentence">{sentenceOf(job)}</span>;

function sentenceOf(job: JobProps['job']): ComponentChildren {
  const { kind, payload, record } = job;
  const what = <Name job={job} />;
  const who = <Who job={job} />;
  switch (kind) {
    case 'campaign_emails':
    case 'broadcast_emails':
      return <>Send the emails of {what} that are due</>;
    case 'campaign_planning':
      return <>Plan the emails of {what}</>;
    case 'broadcast_start':
      return <>Start {what}</>;
    case 'email_content':
      return (
        <>
          Fetch the content for {who}, and send an email of {what}
        </>
      );
    case 'email_forwarding':
      return (
        <>
          Send {what} to {who} by SMTP
        </>
      );
    case 'webhook':
      return (
        <>
          {(record?.attempt ?? 1) > 1 ? 'Retry' : 'Send'} {what} of {who}
          {record?.attempt && record.attempt > 1 && `, ${ordinalText(record.attempt)} attempt`}
          {record?.url && <span class="quiet"> at {record.url}</span>}
        </>
      );
    case 'workflow_steps':
      return (
        <>
          Continue {what} with {who}
        </>
      );
    case 'records': {
      const { records = [], operation = 'a batch' } = payload as {
        records?: readonly unknown[];
        operation?: string;
      }; // of this kind
      return `Process ${counted(records.length, 'records')} of ${operation}`;
    }
    default:
      return kind.replaceAll('_', ' ');
  }
}

/** The record that a job works on, in quotation marks. */
const Name = ({ job: { record } }: JobProps) =>
  record && (
    <>
      “<IdLink type={record.type} id={record.id} text={record.name ?? record.id} />”
    </>
  );

/** The subscriber of a job. */
const Who = ({ job: { subscriber_id: id, email } }: JobProps) =>
  id === null ? 'a deleted subscriber' : <IdLink type="subscriber" id={id} text={email ?? undefined} />;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const ordinalText = (count: number): string => `${count}${ENDINGS[ordinals.select(count)] ?? 'th'}`;
