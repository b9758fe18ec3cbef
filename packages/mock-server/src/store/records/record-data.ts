import type { BroadcastData } from './broadcasts.ts';
import type { CampaignData } from './campaigns.ts';
import type { SignupFormData } from './forms.ts';
import type { GoalData } from './goals.ts';
import type { WebhookData } from './webhooks.ts';
import type { TriggerData, WorkflowData } from './workflows.ts';

/** The tables of records that are stored as one JSON document each, with the columns that lists filter and sort by. */
export type RecordTable = keyof RecordData;

/** The members of each kind of record that share a column, under the interface's names, by its table. */
export interface RecordData {
  readonly broadcasts: BroadcastData;
  readonly campaigns: CampaignData;
  readonly forms: SignupFormData;
  readonly goals: GoalData;
  readonly webhooks: WebhookData;
  readonly workflows: WorkflowData;
  readonly workflow_triggers: TriggerData;
}
