import type { CampaignEmail } from '../store/record-data.ts';
import type { Source } from '../world/context.ts';

/** What each kind of job is told, by the kind's name. Payloads are plain JSON. */
export interface JobPayloads {
  /** Records of a batch, or v3 activities, in their order. */
  records: RecordsPayload;
  /** The emails of a campaign that are due. */
  campaign_emails: { readonly campaignId: string };
  /** Tells anew when the emails of a campaign are due, of the subscriptions after one. */
  campaign_planning: { readonly campaignId: string; readonly after: number };
  broadcast_start: BroadcastStartPayload;
  /** The emails of a broadcast that are due. */
  broadcast_emails: { readonly broadcastId: string };
  /** An email that is sent when its content is there. */
  email_content: ContentPayload;
  /** An email that is sent on to another mail server. */
  email_forwarding: { readonly mailId: string };
  /** A notification of a webhook. */
  webhook: WebhookPayload;
  /** Somebody's next steps on a workflow. */
  workflow_steps: StepsPayload;
}
export type JobKind = keyof JobPayloads;

/** The kinds that need the network; their handlers are `OutsideHandler`s. */
export const OUTSIDE_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  'email_content',
  'email_forwarding',
  'webhook',
]);

export interface RecordsPayload {
  /** As in `subscribers.upsertBatch`. */
  readonly operation: string;
  readonly records: readonly unknown[];
  /** One id for each record where the caller was given such; else the job's own id stands for all. */
  readonly requestIds?: readonly string[] | undefined;
  /** When the request came, in milliseconds since 1970, where that matters: it is the activity's time. */
  readonly receivedAt?: number | undefined;
}

/** A broadcast that begins: its recipients are noted, those after the one numbered `after`. */
export interface BroadcastStartPayload {
  readonly broadcastId: string;
  /** What it was scheduled for; nothing is done when that has changed. */
  readonly sendAt: string;
  readonly after: number;
}

/** An email for one person that waits for its content. */
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

/** A notification that is to be posted. */
export interface WebhookPayload {
  readonly deliveryId: string;
  /** Whether a fault has held it back already. */
  readonly wasHeld?: true | undefined;
}

/** Which stay on which workflow is to go on. */
export interface StepsPayload {
  readonly workflowId: string;
  readonly subscriberId: string;
  readonly run: string;
}
