import type { CampaignEmail } from '../store/records/campaigns.ts';
import { insertJob } from '../store/tables/jobs.ts';
import type { Context, Source } from './context/context.ts';

/** The payloads by kind of job, as plain JSON. */
export interface JobPayloads {
  /** Records of a batch, or v3 activities, in order. */
  records: RecordsPayload;
  campaign_emails: { readonly campaignId: string };
  /** Reschedules the emails of a campaign's subscriptions, from the one after `after` on. */
  campaign_planning: { readonly campaignId: string; readonly after: number };
  broadcast_start: BroadcastStartPayload;
  broadcast_emails: { readonly broadcastId: string };
  email_content: ContentPayload;
  email_forwarding: { readonly mailId: string };
  webhook: WebhookPayload;
  /** Creates the webhook deliveries of an account that wait. */
  webhook_fan_out: Readonly<Record<string, never>>;
  workflow_steps: StepsPayload;
}
export type JobKind = keyof JobPayloads;

/** The kinds that need the network. Their handlers are `NetworkHandler`s. */
const NETWORK_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  'email_content',
  'email_forwarding',
  'webhook',
]);

export interface RecordsPayload {
  /** As in `subscribers.upsertBatch`. */
  readonly operation: string;
  /** The records that are not processed yet. */
  readonly records: readonly unknown[];
  /** The id of the request whose records these are. Default: the job's id. */
  readonly requestId?: string | undefined;
  /** The position of the first record in its request. Default: 0. */
  readonly first?: number | undefined;
  /** One id per record, if the caller got such ids: then each record is a request of its own. */
  readonly requestIds?: readonly string[] | undefined;
  /** When the request was received, in milliseconds since 1970. The default time of an activity. */
  readonly receivedAt?: number | undefined;
}

/** Starts a broadcast: stores its recipients, from the one after number `after` on. */
export interface BroadcastStartPayload {
  readonly broadcastId: string;
  /** The time it was scheduled for. If that has changed, the job does nothing. */
  readonly sendAt: string;
  readonly after: number;
}

export interface ContentPayload {
  readonly subscriberId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Counts from 1. */
  readonly attempt: number;
  readonly source: Source;
  readonly campaign?: { readonly id: string; readonly emailId: string } | undefined;
  readonly broadcastId?: string | undefined;
  readonly workflow?:
    | {
        readonly id: string;
        readonly event: Readonly<Record<string, unknown>> | null;
        readonly email: Omit<CampaignEmail, 'delay'>;
      }
    | undefined;
}

interface WebhookPayload {
  readonly deliveryId: string;
  /** Whether a fault has already delayed it. */
  readonly wasHeld?: true | undefined;
}

/** The workflow membership to continue. `run` changes when it moves, which cancels older jobs. */
export interface StepsPayload {
  readonly workflowId: string;
  readonly subscriberId: string;
  readonly run: string;
}

/** When a job runs, and next to which other jobs. */
interface JobTerms {
  /** In milliseconds from now. Default: 0. */
  readonly delay?: number | undefined;
  /** In milliseconds since 1970. Default: now plus `delay`. */
  readonly runAt?: number | undefined;
  /** For kinds that need the network: the jobs of a queue share a number of slots. */
  readonly queue?: string | undefined;
  /** The jobs of a lane run one after another, in the order they were enqueued. */
  readonly lane?: string | undefined;
  /** A deduplication key: while a job with the same key and time is waiting, no other is enqueued. */
  readonly key?: string | undefined;
}

/** Enqueues a background job in the transaction of its cause, so that both happen or neither. Returns the job's id. */
export async function enqueue<Kind extends JobKind>(
  { services, tx, accountId, place }: Pick<Context, 'services' | 'tx' | 'accountId' | 'place'>,
  kind: Kind,
  payload: JobPayloads[Kind],
  { delay = 0, runAt = services.clock.now() + delay, queue: name = '', lane, key }: JobTerms = {},
): Promise<string> {
  const id = key === undefined ? services.ids.hex() : `${accountId} ${kind} ${key} ${runAt}`;
  const clockId = services.clock.id;
  const queue = NETWORK_KINDS.has(kind) ? `${kind}:${name}` : '';
  await insertJob(tx, { accountId, id, kind, clockId, queue, lane: lane ?? null, runAt, payload, ...place });
  tx.afterCommit(() => services.jobs.wake());
  return id;
}

/** Real milliseconds after which a long job leaves the rest of its work to another transaction. */
export const SLICE = 20;
