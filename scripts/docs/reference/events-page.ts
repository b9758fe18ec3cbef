import { rowsOf } from '@trickle/sdk/contract';
import { document } from './document.ts';
import { NOTE } from './noun-page.ts';
import { table } from './table.ts';

export function eventsPage(): string {
  const events = Object.entries(document.webhooks);
  const rows = events.map(([event, { post }]) => {
    const { properties = {} } = post.requestBody?.content['application/json']?.schema ?? {};
    const members = rowsOf(properties.data?.properties?.properties ?? {}).map(
      ({ name, type }) => `\`${name}\` (${type})`,
    );
    if (members.length > 0 && event === 'subscriber.performed_custom_event')
      members.push('the properties of the custom event');
    return [`\`${event}\``, `${post.summary}.`, members.join(', ')];
  });
  const about =
    `The ${events.length} events that webhooks can receive. [Guide to webhooks](../guides/webhooks.md). ` +
    'Each has `data.account_id`, `data.subscriber` (a [Subscriber](records.md#subscriber)) and `occurred_at`; ' +
    'Some also have `data.properties`. A webhook without a list of events receives all but `subscriber.received_email`.';
  const head = ['Event', 'Sent when', '`data.properties`'];
  return `${[NOTE, '# Webhook events', about, table(head, rows)].join('\n\n')}\n`;
}
