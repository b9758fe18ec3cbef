import { WEBHOOK_EVENTS, webhookProperties } from '@trickle/sdk/contract';
import { schemaOf } from '../openapi/schemas.ts';
import { FIRES_WHEN } from '../openapi/texts.ts';
import { membersOf } from './members.ts';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

/** The page of the events that webhooks tell of. */
export function eventsPage(): string {
  const rows = WEBHOOK_EVENTS.map((event) => {
    const schema = schemaOf(webhookProperties(event));
    const members = membersOf(schema, undefined).map(({ name, type }) => `\`${name}\` (${type})`);
    if (members.length > 0 && event === 'subscriber.performed_custom_event')
      members.push('those of the event');
    return [`\`${event}\``, FIRES_WHEN[event], members.join(', ')];
  });
  const about =
    `The ${WEBHOOK_EVENTS.length} events that a webhook may be told of, by [createWebhookHandler](../guides/webhooks.md). ` +
    'Each has `data.account_id`, `data.subscriber` (a [Subscriber](records.md#subscriber)) and `occurred_at`; ' +
    '`data.properties` is where it says so. A webhook that names no events gets all but `subscriber.received_email`.';
  const head = ['Event', 'Told when', '`data.properties`'];
  return `${[NOTE, '# Webhook events', about, table(head, rows)].join('\n\n')}\n`;
}
