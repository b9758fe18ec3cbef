// biome-ignore-all format: written by `npm run generate:operations` from the contract.

/** A URL that receives event notifications ("Webhook"). */
export interface Webhook {
  id: string;
  href: string;
  post_url: string;
  /** Currently `2`; older webhooks may have other versions. */
  version: string;
  include_received_email: boolean;
  events: Array<'subscriber.created' | 'subscriber.deleted' | 'subscriber.marked_as_deliverable' | 'subscriber.marked_as_undeliverable' | 'subscriber.subscribed_to_email_marketing' | 'subscriber.subscribed_to_campaign' | 'subscriber.removed_from_campaign' | 'subscriber.unsubscribed_from_campaign' | 'subscriber.unsubscribed_all' | 'subscriber.reactivated' | 'subscriber.completed_campaign' | 'subscriber.applied_tag' | 'subscriber.removed_tag' | 'subscriber.updated_custom_field' | 'subscriber.updated_email_address' | 'subscriber.updated_lifetime_value' | 'subscriber.updated_time_zone' | 'subscriber.received_email' | 'subscriber.opened_email' | 'subscriber.clicked_email' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.clicked_trigger_link' | 'subscriber.visited_page' | 'subscriber.became_lead' | 'subscriber.became_non_prospect' | 'subscriber.updated_lead_score' | 'subscriber.performed_custom_event' | 'subscriber.updated_alias' | (string & {})>;
  /** ISO 8601. */
  created_at: string;
  links: {
    account: string;
  };
}

/** Arguments for creating a webhook. */
export interface WebhookInput {
  /** URL to post notifications to, http or https. */
  post_url: string;
  /** Default false. */
  include_received_email?: boolean | undefined;
  /** Default: all events except `subscriber.received_email`. */
  events?: Array<'subscriber.created' | 'subscriber.deleted' | 'subscriber.marked_as_deliverable' | 'subscriber.marked_as_undeliverable' | 'subscriber.subscribed_to_email_marketing' | 'subscriber.subscribed_to_campaign' | 'subscriber.removed_from_campaign' | 'subscriber.unsubscribed_from_campaign' | 'subscriber.unsubscribed_all' | 'subscriber.reactivated' | 'subscriber.completed_campaign' | 'subscriber.applied_tag' | 'subscriber.removed_tag' | 'subscriber.updated_custom_field' | 'subscriber.updated_email_address' | 'subscriber.updated_lifetime_value' | 'subscriber.updated_time_zone' | 'subscriber.received_email' | 'subscriber.opened_email' | 'subscriber.clicked_email' | 'subscriber.bounced' | 'subscriber.complained' | 'subscriber.clicked_trigger_link' | 'subscriber.visited_page' | 'subscriber.became_lead' | 'subscriber.became_non_prospect' | 'subscriber.updated_lead_score' | 'subscriber.performed_custom_event' | 'subscriber.updated_alias'> | undefined;
}
