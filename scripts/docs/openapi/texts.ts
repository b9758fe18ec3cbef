import type { WebhookEvent } from '@trickle/sdk/contract';

/* Texts of the document that are neither in the contract nor in its comments. */

/** The nouns, in the order of the document. */
export const NOUNS: readonly (readonly [name: string, title: string, text: string])[] = [
  ['subscribers', 'Subscribers', 'Recipients of email.'],
  ['unsubscribes', 'Unsubscribes', 'Unsubscribing many subscribers at once.'],
  ['campaigns', 'Campaigns', 'Email series and their subscribers.'],
  ['campaignSubscriptions', 'Campaign subscriptions', 'The progress of a subscriber in email series.'],
  ['workflows', 'Workflows', 'Automations, and starting subscribers on them.'],
  ['workflowTriggers', 'Workflow triggers', 'Triggers, which start subscribers on a workflow automatically.'],
  ['broadcasts', 'Broadcasts', 'Emails sent once to many subscribers.'],
  ['events', 'Events', 'Custom events of subscribers.'],
  ['eventActions', 'Event actions', 'The names of custom events.'],
  ['goals', 'Conversions', 'Events that count as success, called goals in paths.'],
  ['tags', 'Tags', 'Tags of subscribers.'],
  ['customFieldIdentifiers', 'Custom field identifiers', 'The names of custom fields.'],
  ['forms', 'Forms', 'Signup forms.'],
  ['webhooks', 'Webhooks', 'URLs that are notified of events.'],
  ['purchases', 'Purchases', 'Purchases of subscribers. Beta.'],
  ['orders', 'Orders', 'Legacy orders, replaced by order activity.'],
  ['refunds', 'Refunds', 'Refunds of legacy orders.'],
  ['shopperActivity', 'Shopper activity', 'Carts, orders and products of API version 3.'],
  ['accounts', 'Accounts', 'The accounts that the credentials can access.'],
  ['user', 'User', 'The user of the credentials.'],
  [
    'oauth',
    'OAuth',
    'Tokens for third-party applications. A user consents at `/oauth/authorize`; `POST /oauth/revoke` revokes a token.',
  ],
];

/** The admin API of the server, which the service does not have. */
export const ADMIN = [
  'admin',
  'Admin API',
  'Controls the server in ways that the service does not offer: accounts for tests, the clock, faults, requests, checkpoints. It answers only this machine, unless the server has a password, and never another website. With a password, the API token of an owner controls the accounts of this owner. It rejects unknown input.',
] as const;

export const DESCRIPTION = `The REST API of the Trickle reference server, versions 2 and 3.

Requests and responses are JSON; \`application/vnd.api+json\` is recommended; \`application/json\` is accepted too. Identifiers are strings, times are ISO 8601, amounts are whole cents in version 2 and decimal numbers in version 3.

The hourly rate limit is 3,600 requests to single endpoints, and 50 requests with 50,000 records to batch endpoints, with 1 to 1000 records each. A known path with another method responds with 405.`;

export type PathParameters = Readonly<Record<string, readonly [text: string, example: string]>>;

const PATH_PARAMETERS: PathParameters = {
  account_id: ['The account.', '9999999'],
  broadcast_id: ['The broadcast.', '555'],
  campaign_id: ['The email series.', '111'],
  conversion_id: ['The conversion.', '444'],
  email: ['The email address of the subscriber.', 'ann@acme.test'],
  form_id: ['The form.', '333'],
  id_or_email: ['The id or email address of the subscriber.', 'ann@acme.test'],
  id_or_email_or_visitor_uuid: ['The id, email address or visitor UUID of the subscriber.', 'ann@acme.test'],
  purchase_id: ['The purchase.', '840'],
  subscriber_id: ['The id of the subscriber.', 'k7qz3m'],
  tag: ['The tag.', 'vip'],
  trigger_id: ['The trigger.', '9001'],
  webhook_id: ['The webhook.', '77'],
  workflow_id: ['The workflow.', '222'],
};

/** A parameter of a path, for the description of a known name or one of its own. */
export function pathParameter(name: string, [description, example] = PATH_PARAMETERS[name] ?? []) {
  if (description === undefined) throw new Error(`The path parameter ${name} has no description.`);
  return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
}

/** The cause of each event. */
export const FIRES_WHEN: Readonly<Record<WebhookEvent, string>> = {
  'subscriber.created': 'A subscriber is created.',
  'subscriber.deleted': 'A subscriber is deleted.',
  'subscriber.marked_as_deliverable': 'A subscriber becomes deliverable again after being undeliverable.',
  'subscriber.marked_as_undeliverable': 'A subscriber becomes undeliverable (hard bounce or spam complaint).',
  'subscriber.subscribed_to_email_marketing': 'A subscriber subscribes to email marketing.',
  'subscriber.subscribed_to_campaign': 'Subscribed to an email series campaign.',
  'subscriber.removed_from_campaign': 'Removed from a campaign.',
  'subscriber.unsubscribed_from_campaign': 'Unsubscribes from a campaign.',
  'subscriber.unsubscribed_all': 'Unsubscribed from all mailings.',
  'subscriber.reactivated': 'A subscription is reactivated.',
  'subscriber.completed_campaign': 'Completes a campaign.',
  'subscriber.applied_tag': 'A tag is applied.',
  'subscriber.removed_tag': 'A tag is removed.',
  'subscriber.updated_custom_field': 'A custom field changes.',
  'subscriber.updated_email_address': 'The email address changes.',
  'subscriber.updated_lifetime_value': 'Lifetime value changes.',
  'subscriber.updated_time_zone': 'Time zone changes.',
  'subscriber.received_email': 'An email is received (optional).',
  'subscriber.opened_email': 'An email is opened.',
  'subscriber.clicked_email': 'A link in an email is clicked.',
  'subscriber.bounced': 'An email bounces.',
  'subscriber.complained': 'A spam complaint is made.',
  'subscriber.clicked_trigger_link': 'A tracking link is clicked.',
  'subscriber.visited_page': 'A page configured to trigger a rule is visited.',
  'subscriber.became_lead': 'Lead score passes the threshold; only with lead scoring enabled.',
  'subscriber.became_non_prospect': 'No longer subject to lead scoring; only with lead scoring enabled.',
  'subscriber.updated_lead_score': 'Lead score changes; only with lead scoring enabled.',
  'subscriber.performed_custom_event': 'A custom event is tracked.',
  'subscriber.updated_alias': 'An alias changes; `user_id` is the only native alias.',
};
