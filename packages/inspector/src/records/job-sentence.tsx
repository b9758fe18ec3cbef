import type { ComponentChildren } from 'preact';
import type { Item } from '../api/request.ts';
import { IdLink, SubscriberLink } from '../design/link/link.tsx';
import { counted } from '../design/words.ts';

type Job = Item<'GET /_admin/jobs', 'jobs'>;

/** The work of a job in a sentence with links: `Retry “subscriber.created” of ann@example.com, attempt 3`. */
export const JobSentence = ({ job }: { readonly job: Job }) => (
  <span class="sentence">
    {sentenceOf(job)
      .split(/(\{\w+\})/)
      .map((part) => PARTS[part]?.(job) ?? part)}
  </span>
);

const SENTENCES: Readonly<Record<string, string>> = {
  campaign_planning: 'Plan the emails of {what}',
  broadcast_start: 'Start {what}',
  email_content: 'Fetch the content for {who}, and send an email of {what}',
  email_forwarding: 'Send {what} to {who} by SMTP',
  workflow_steps: 'Continue {what} with {who}',
};

function sentenceOf({ kind, due, payload, record }: Job): string {
  const sentence = SENTENCES[kind];
  if (sentence !== undefined) return sentence;
  const { count = 0 } = due ?? {};
  if (kind === 'campaign_emails' || kind === 'broadcast_emails')
    return count === 0 ? 'Send the emails of {what} that are due' : 'Send {subjects} of {what} to {count}';
  if (kind === 'webhook') {
    const attempt = record?.attempt ?? 1;
    return `${attempt > 1 ? 'Retry' : 'Send'} {what} of {who}${attempt > 1 ? `, attempt ${attempt}` : ''}{url}`;
  }
  if (kind !== 'records') return kind.replaceAll('_', ' ');
  // of this kind
  const { records = [], operation = 'a batch' } = payload as { records?: unknown[]; operation?: string };
  return `Process ${counted(records.length, 'records')} of ${operation}`;
}

const PARTS: Readonly<Record<string, (job: Job) => ComponentChildren>> = {
  '{what}': ({ record }) =>
    record && (
      <>
        “<IdLink type={record.type} id={record.id} text={record.name ?? record.id} />”
      </>
    ),
  '{who}': ({ subscriber_id: id, email }) =>
    id === null ? 'a deleted subscriber' : <SubscriberLink of={{ subscriber_id: id, email }} />,
  '{subjects}': ({ due }) => due?.subjects.map((subject) => `“${subject}”`).join(', ') || 'an email',
  '{count}': ({ due }) => counted(due?.count ?? 0, 'subscribers'),
  '{url}': ({ record }) => record?.url && <span class="quiet"> at {record.url}</span>,
};
