import type { WebhookEvent } from '@trickle/sdk/contract';

/*
 * What the document says in words that stand neither in the contract nor in its comments.
 */

/** The nouns in the order of the document, as a reader calls them. */
export const NOUNS: readonly { readonly name: string; readonly title: string; readonly text: string }[] = [
  { name: 'subscribers', title: 'Subscribers', text: 'The people who receive email.' },
  { name: 'unsubscribes', title: 'Unsubscribes', text: 'Unsubscribing many people at once.' },
  { name: 'campaigns', title: 'Campaigns', text: 'Email series, and the people on them.' },
  {
    name: 'campaignSubscriptions',
    title: 'Campaign subscriptions',
    text: 'How far a person is in each of their email series.',
  },
  { name: 'workflows', title: 'Workflows', text: 'Automations, and starting people on them.' },
  {
    name: 'workflowTriggers',
    title: 'Workflow triggers',
    text: 'What starts people on a workflow by itself.',
  },
  { name: 'broadcasts', title: 'Broadcasts', text: 'Emails that are sent once.' },
  { name: 'events', title: 'Events', text: 'What people did.' },
  { name: 'eventActions', title: 'Event actions', text: 'The names of what people did.' },
  { name: 'goals', title: 'Conversions', text: 'Events that count as success; paths call them goals.' },
  { name: 'tags', title: 'Tags', text: 'Marks on people.' },
  { name: 'customFieldIdentifiers', title: 'Custom field identifiers', text: 'The names of custom fields.' },
  { name: 'forms', title: 'Forms', text: 'Forms that people sign up with.' },
  { name: 'webhooks', title: 'Webhooks', text: 'URLs that are told of events.' },
  { name: 'purchases', title: 'Purchases', text: 'What a person bought. Beta.' },
  { name: 'orders', title: 'Orders', text: 'Orders of the legacy kind; the order activities replace them.' },
  { name: 'refunds', title: 'Refunds', text: 'Refunds of legacy orders.' },
  { name: 'shopperActivity', title: 'Shopper activity', text: 'Carts, orders and products, version 3.' },
  { name: 'accounts', title: 'Accounts', text: 'The accounts that a token may work on.' },
  { name: 'user', title: 'User', text: 'Whom a token belongs to.' },
  {
    name: 'oauth',
    title: 'OAuth',
    text: 'Tokens for applications of others. A user consents at `/oauth/authorize`; `POST /oauth/revoke` takes a token away.',
  },
];

/** What is beside the service's own API. */
export const ADMIN = {
  name: 'admin',
  title: 'Admin API',
  text: 'What the server itself can do and the service cannot: accounts for tests, the clock, faults, requests, checkpoints. It answers this machine only, unless the server has a password, and never another site. Input that it does not know is refused.',
};

export const DESCRIPTION = `The REST API that the reference server of Trickle answers, versions 2 and 3.

Requests and responses are JSON; \`application/vnd.api+json\` is recommended and \`application/json\` is read as well. Identifiers are text, times are ISO 8601, money is whole cents in version 2 and decimal numbers in version 3.

Single endpoints take 3,600 requests an hour and batch endpoints 50, with 1 to 1000 records each and 50,000 records an hour. A path that is there but not with the method of the request answers 405.`;

/** The parameters that stand in paths. */
export const PATH_PARAMETERS: Readonly<Record<string, readonly [text: string, example: string]>> = {
  account_id: ['The account.', '9999999'],
  broadcast_id: ['The broadcast.', '555'],
  campaign_id: ['The email series.', '111'],
  conversion_id: ['The conversion.', '444'],
  email: ['The address of the person.', 'ann@acme.test'],
  form_id: ['The form.', '333'],
  id_or_email: ['The id or the address of the person.', 'ann@acme.test'],
  id_or_email_or_visitor_uuid: ['The id, address or visitor uuid of the person.', 'ann@acme.test'],
  purchase_id: ['The purchase.', '840'],
  subscriber_id: ['The id of the person.', 'k7qz3m'],
  tag: ['The tag.', 'vip'],
  trigger_id: ['The trigger.', '9001'],
  webhook_id: ['The webhook.', '77'],
  workflow_id: ['The workflow.', '222'],
};

/** When each event is told of. */
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
