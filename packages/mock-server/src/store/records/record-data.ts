import type { Form, WebhookEvent } from '@trickle/sdk/contract';

/*
 * The members of each kind of record without a column of their own, under the interface's names. Members with a
 * default always have a value here.
 */

/** An email of a series. */
export interface CampaignEmail {
  readonly id: string;
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
  /** The delay after the previous email; one day when absent. */
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
  /** Deprecated by the service, like the next two members. */
  readonly send_to_confirmation_page?: boolean | undefined;
  readonly use_custom_confirmation_page?: boolean | undefined;
  readonly post_confirmation_url?: string | undefined;
  readonly confirmation_url: string | null;
  readonly notify_subscribe_email?: string | undefined;
  readonly notify_unsubscribe_email?: string | undefined;
  /** The confirmation email to send instead of the server's own. */
  readonly confirmation_email?:
    | {
        readonly subject: string;
        readonly html_body?: string | undefined;
        readonly text_body?: string | undefined;
      }
    | undefined;
  readonly updated_at: string;
  /** In sending order. */
  readonly emails: readonly CampaignEmail[];
}

export interface BroadcastData extends Sender {
  readonly localize_sending_time: boolean;
  readonly subject: string;
  readonly html_body: string;
  readonly text_body: string;
}

/** The input types of a form. */
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
  /** `email`, another subscriber attribute such as `first_name`, or the identifier of a custom field. */
  readonly name: string;
  readonly label: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly required: boolean;
  /** The options of a `select`. */
  readonly options?: readonly string[] | undefined;
  /** The initial value; for a checkbox, the value when checked. */
  readonly value?: string | undefined;
}

/** The texts that a form shows to visitors. */
export interface FormTexts {
  readonly close: string;
  /** The first option of a `select`, shown until the visitor chooses. */
  readonly choose: string;
  readonly sending: string;
  /** Shown while a response is delayed. */
  readonly delayed: string;
  /** Shown when a submission fails. */
  readonly failed: string;
  readonly required: string;
  readonly email_error: string;
  /** Shown for any other invalid value. */
  readonly invalid: string;
}

/** The settings of a form that the interface does not show. */
export interface Signup {
  /** In display order; always includes `email`. */
  readonly fields: readonly FormField[];
  /** Tags to apply to subscribers who submit the form. */
  readonly tags: readonly string[];
  /** The label of the EU consent checkbox; no checkbox when absent. */
  readonly eu_consent?: string | undefined;
  /** The page to open after a submission, instead of the confirmation. */
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
  /** In the order they run. */
  readonly steps: readonly WorkflowStep[];
}

/** An email of a workflow. */
export type WorkflowEmail = Omit<CampaignEmail, 'delay'>;

/** A step of a workflow. */
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

/** The data of each kind of record, by its table. */
export interface RecordData {
  readonly broadcasts: BroadcastData;
  readonly campaigns: CampaignData;
  readonly forms: SignupFormData;
  readonly goals: GoalData;
  readonly webhooks: WebhookData;
  readonly workflows: WorkflowData;
  readonly workflow_triggers: TriggerData;
}
