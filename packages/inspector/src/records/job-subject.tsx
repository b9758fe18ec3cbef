import type { Item } from '../api/responses.ts';
import { IdLink } from '../design/id-link/id-link.tsx';

/** The members of payloads that name records, with the types of the records. */
const TYPES = {
  delivery_id: 'webhook_delivery',
  workflow_id: 'workflow',
  campaign_id: 'campaign',
  broadcast_id: 'broadcast',
  mail_id: 'email',
} as const;

/** What a job is about: links to its records, the email address of its subscriber, or the operation of its records. */
export const JobSubject = ({
  job: { payload, subscriber_id: subscriberId, email },
}: {
  readonly job: Item<'GET /_admin/jobs', 'jobs'>;
}) => {
  if (typeof payload !== 'object' || payload === null) return null;
  const members = new Map(Object.entries(payload));
  const records = Object.entries(TYPES).flatMap(([name, type]) => {
    const id = members.get(name);
    return typeof id === 'string'
      ? [<IdLink key={name} type={type} id={id} text={`${type.replace('_', ' ')} ${id}`} />]
      : [];
  });
  return (
    <span class="job-subject">
      {records}
      {subscriberId !== null && <IdLink type="subscriber" id={subscriberId} text={email ?? undefined} />}
      {typeof members.get('operation') === 'string' && String(members.get('operation'))}
    </span>
  );
};
