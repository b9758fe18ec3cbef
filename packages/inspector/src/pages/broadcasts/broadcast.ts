import type { Item, ResponseOf } from '../../api/responses.ts';

/** A broadcast in the list. */
export type ListedBroadcast = Item<'GET /_admin/broadcasts', 'broadcasts'>;

/** A broadcast with its email. */
export type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

/** Whether a broadcast can still be scheduled. */
export const canBeScheduled = ({ status }: ListedBroadcast): boolean =>
  status === 'draft' || status === 'scheduled';

/** What can be changed in a broadcast, in the format of a seed. */
export const editableOf = ({ name, status, localize_sending_time, emails: [email] }: Broadcast) => ({
  name,
  subject: email?.subject,
  html_body: email?.html,
  text_body: email?.text,
  ...(status === 'draft' && { localize_sending_time }),
});

/** A time of the server's clock as a field for local times takes it, here in UTC. */
export const fieldTime = (time: number): string => new Date(time).toISOString().slice(0, 16);

/** The ISO 8601 time in such a field. */
export const timeInField = (text: string): string => new Date(`${text}Z`).toISOString();

/** A broadcast that the dialog shows first, in the format of a seed. */
export const EXAMPLE = {
  name: 'Autumn news',
  status: 'draft',
  subject: 'News for {{ subscriber.first_name | default: "you" }}',
  html_body: '<h1>News</h1><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  localize_sending_time: false,
};
