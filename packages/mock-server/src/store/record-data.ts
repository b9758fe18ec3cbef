import type { Form, WebhookEvent } from '@trickle/sdk/contract';

/*
 * What is kept of each noun beside the columns that are searched; the interface's names. Everything that has
 * a default has its value here.
 */

/** An email of a series. */
export interface CampaignEmail {
  readonly id: string;
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
  /** How long after the one before it, where that is not one day. */
  readonly delay?:
    | {
        readonly days?: number | undefined;
        readonly hours?: number | undefined;
        readonly minutes?: number | undefined;
      }
    | undefined;
}

/** Overrides the account's defaults. */
interface Sender {
  readonly from_name?: string | undefined;
  readonly from_email?: string | undefined;
  readonly postal_address?: string | undefined;
  readonly bcc: string | null;
}

export interface CampaignData extends Sender {
  readonly minutes_from_midnight: number;
  readonly localize_sending_time: boolean;
  readonly days_of_the_week_mask: string;
  readonly start_immediately: boolean;
  readonly double_optin: boolean;
  /** Deprecated by the service, as are the next two. */
  readonly send_to_confirmation_page?: boolean | undefined;
  readonly use_custom_confirmation_page?: boolean | undefined;
  readonly post_confirmation_url?: string | undefined;
  readonly confirmation_url: string | null;
  readonly notify_subscribe_email?: string | undefined;
  readonly notify_unsubscribe_email?: string | undefined;
  /** What someone is asked with to confirm their subscription, in place of the server's own email. */
  readonly confirmation_email?:
    | {
        readonly subject: string;
        readonly html_body?: string | undefined;
        readonly text_body?: string | undefined;
      }
    | undefined;
  readonly updated_at: string;
  /** In the order in which they go out. */
  readonly emails: readonly CampaignEmail[];
}

export interface BroadcastData extends Sender {
  readonly localize_sending_time: boolean;
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
}

/** What the inputs of a form may be. */
export const FIELD_TYPES = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'textarea',
  'select',
  'checkbox',
  'hidden',
] as const;

/** An input of a form. */
export interface FormField {
  /** `email`, another attribute of people such as `first_name`, or the identifier of a custom field. */
  readonly name: string;
  readonly label: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly required: boolean;
  /** What a `select` offers. */
  readonly options?: readonly string[] | undefined;
  /** What is in it at first; of a checkbox, what it means when it is ticked. */
  readonly value?: string | undefined;
}

/** What a form says to the visitor by itself. */
export interface FormTexts {
  readonly close: string;
  /** In a `select` until something is chosen. */
  readonly choose: string;
  readonly sending: string;
  /** When there is no answer yet. */
  readonly delayed: string;
  /** When a submission did not arrive. */
  readonly failed: string;
  readonly required: string;
  readonly email_error: string;
  /** When a value is wrong in any other way. */
  readonly invalid: string;
}

/** What a form asks for and does: what the interface does not show of it. */
export interface Signup {
  /** In their order; `email` is always among them. */
  readonly fields: readonly FormField[];
  /** Applied to whoever submits the form. */
  readonly tags: readonly string[];
  /** The words beside the box for consent under the law of the European Union; without them there is no box. */
  readonly eu_consent?: string | undefined;
  /** Where whoever submitted the form goes, instead of seeing the confirmation. */
  readonly redirect_url?: string | undefined;
  readonly texts: FormTexts;
}

export interface SignupFormData extends Omit<Form, 'id' | 'href' | 'created_at' | 'links'> {
  readonly signup: Signup;
}

export interface GoalData {
  readonly url?: string | undefined;
  readonly default_value: number;
  readonly counting_method: 'one_per_visitor' | 'all';
}

export interface WebhookData {
  readonly post_url: string;
  readonly version: string;
  readonly include_received_email: boolean;
  readonly events: readonly WebhookEvent[];
}

export interface WorkflowData {
  /** What happens to someone on the workflow, in order. */
  readonly steps: readonly WorkflowStep[];
}

/** An email of a workflow. */
export type WorkflowEmail = Omit<CampaignEmail, 'delay'>;

/** What happens to someone on a workflow. */
export type WorkflowStep =
  | {
      readonly type: 'delay';
      readonly days?: number | undefined;
      readonly hours?: number | undefined;
      readonly minutes?: number | undefined;
    }
  | { readonly type: 'send_email'; readonly email: WorkflowEmail }
  | { readonly type: 'apply_tag'; readonly tag: string }
  | { readonly type: 'remove_tag'; readonly tag: string }
  | {
      readonly type: 'record_event';
      readonly action: string;
      readonly properties?: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly type: 'goal'; readonly trigger: TriggerData; readonly otherwise: 'wait' | 'continue' }
  | { readonly type: 'exit' };

export interface TriggerData {
  readonly provider: string;
  readonly trigger_type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The data of each noun, by its table. */
export interface RecordData {
  readonly broadcasts: BroadcastData;
  readonly campaigns: CampaignData;
  readonly forms: SignupFormData;
  readonly goals: GoalData;
  readonly webhooks: WebhookData;
  readonly workflows: WorkflowData;
  readonly workflow_triggers: TriggerData;
}
