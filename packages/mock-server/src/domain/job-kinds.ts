import type { CampaignEmail } from '../store/records/campaigns.ts';
import type { Source } from './context/context.ts';

/** The payloads by kind of job, as plain JSON. */
export interface JobPayloads {
  /** Records of a batch, or v3 activities, in order. */
  records: RecordsPayload;
  /** Sends a campaign's due emails. */
  campaign_emails: { readonly campaignId: string };
  /** Reschedules the emails of a campaign's subscriptions, from the one after `after` on. */
  campaign_planning: { readonly campaignId: string; readonly after: number };
  broadcast_start: BroadcastStartPayload;
  /** Sends a broadcast's due emails. */
  broadcast_emails: { readonly broadcastId: string };
  /** Fetches the content of an email and sends the email. */
  email_content: ContentPayload;
  /** Forwards an email to another mail server. */
  email_forwarding: { readonly mailId: string };
  /** Attempts a webhook delivery. */
  webhook: WebhookPayload;
  /** Creates the webhook deliveries of an account that wait. */
  webhook_fan_out: Readonly<Record<string, never>>;
  /** Runs a subscriber's next workflow steps. */
  workflow_steps: StepsPayload;
}
export type JobKind = keyof JobPayloads;

/** The kinds that need the network. Their handlers are `NetworkHandler`s. */
export const NETWORK_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
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

/** An email to one subscriber that waits for its content. */
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

/** A webhook delivery to attempt. */
export interface WebhookPayload {
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
