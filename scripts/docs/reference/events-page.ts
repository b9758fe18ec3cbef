import { WEBHOOK_EVENTS, webhookProperties } from '@trickle/sdk/contract';
import { schemaOf } from '../openapi/schemas.ts';
import { FIRES_WHEN } from '../openapi/texts.ts';
import { membersOf } from './members.ts';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

/** The page of webhook events. */
export function eventsPage(): string {
  const rows = WEBHOOK_EVENTS.map((event) => {
    const schema = schemaOf(webhookProperties(event));
    const members = membersOf(schema, undefined).map(({ name, type }) => `\`${name}\` (${type})`);
    if (members.length > 0 && event === 'subscriber.performed_custom_event')
      members.push('the properties of the custom event');
    return [`\`${event}\``, FIRES_WHEN[event], members.join(', ')];
  });
  const about =
    `The ${WEBHOOK_EVENTS.length} events that webhooks can receive. [Guide to webhooks](../guides/webhooks.md). ` +
    'Each has `data.account_id`, `data.subscriber` (a [Subscriber](records.md#subscriber)) and `occurred_at`; ' +
    'Some also have `data.properties`. A webhook without a list of events receives all but `subscriber.received_email`.';
  const head = ['Event', 'Sent when', '`data.properties`'];
  return `${[NOTE, '# Webhook events', about, table(head, rows)].join('\n\n')}\n`;
}
