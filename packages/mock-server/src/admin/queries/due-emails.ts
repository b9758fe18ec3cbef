import { seriesPosition } from '../../domain/campaign-subscriptions/position.ts';
import type { Context } from '../../domain/context/context.ts';
import { countDueOfBroadcast, readDueOfCampaign } from '../../store/queries/mailings.ts';
import { findRecord } from '../../store/tables/records.ts';
import type { JobRecord } from './job-subjects.ts';

/** The emails that a job sends. */
export interface DueEmails {
  /** The number of recipients. */
  readonly count: number;
  /** The subjects as they were written: those of the first 100 recipients, each once. */
  readonly subjects: readonly string[];
}

interface ReadJob {
  readonly kind: string;
  readonly record: JobRecord | null;
  /** ISO 8601. */
  readonly runAt: string;
}

/** Adds to jobs of mailings the emails that they send, after those of an earlier job; null for other jobs. */
export async function withDueEmails<Job extends ReadJob>(
  context: Context,
  jobs: readonly Job[],
): Promise<(Job & { readonly due: DueEmails | null })[]> {
  const last = new Map<string, number>();
  const read: (Job & { readonly due: DueEmails | null })[] = [];
  for (const job of jobs) {
    const { kind, record } = job;
    const until = Date.parse(job.runAt);
    const span = { id: record?.id ?? '', after: last.get(record?.id ?? '') ?? 0, until };
    const isMailing = kind === 'campaign_emails' || kind === 'broadcast_emails';
    if (isMailing) last.set(span.id, until);
    read.push({ ...job, due: isMailing ? await dueIn(context, kind, span) : null });
  }
  return read;
}

async function dueIn(
  { tx, accountId }: Context,
  kind: 'campaign_emails' | 'broadcast_emails',
  span: { readonly id: string; readonly after: number; readonly until: number },
): Promise<DueEmails> {
  if (kind === 'broadcast_emails') {
    const broadcast = await findRecord(tx, accountId, 'broadcasts', span.id);
    const count = await countDueOfBroadcast(tx, accountId, span);
    return { count, subjects: broadcast ? [broadcast.data.subject] : [] };
  }
  const campaign = await findRecord(tx, accountId, 'campaigns', span.id);
  const { count, data } = await readDueOfCampaign(tx, accountId, span);
  const indexes = data.map((text) => seriesPosition({ data: JSON.parse(text), createdAt: '' }).next); // it depends on no time
  const subjects = indexes.map((index) => campaign?.data.emails[index]?.subject);
  return { count, subjects: [...new Set(subjects)].filter((subject) => subject !== undefined) };
}
