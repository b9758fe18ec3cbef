import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { readActivity } from '../queries/activity.ts';
import { readSubscriber, readSubscribers } from '../queries/subscribers.ts';
import { account, defaultPage } from './fields.ts';

const List = schema(() =>
  z.strictObject({
    ...account(),
    /** A part of the email address, name, id or user id; case-insensitive. */
    search: f.optional(f.name()),
    status: f.optional(f.oneOf('active', 'unsubscribed', 'undeliverable', 'removed')),
    tag: f.optional(f.name()),
    /** Default `created_at`. */
    sort: f.optional(f.oneOf('created_at', 'email', 'lead_score', 'lifetime_value')),
    /** Default `oldest`: lowest first. */
    order: f.optional(f.oneOf('oldest', 'newest')),
    ...defaultPage(),
  }),
);
/** A subscriber by id or email address. */
const subscriber = () => ({ ...account(), subscriber_id: f.name() });
const One = schema(() => z.strictObject(subscriber()));
const Activity = schema(() => z.strictObject({ ...subscriber(), ...defaultPage() }));

export const subscribers = [
  operation('subscribers.list', 'GET /_admin/subscribers', {
    summary: 'List and search subscribers',
    answers: '`subscribers`, their `total`, and `next_cursor`.',
    input: List,
    run: (_, { account_id, ...query }, inspector) => readSubscribers(inspector, account_id, query),
  }),
  operation('subscribers.get', 'GET /_admin/subscribers/{subscriber_id}', {
    summary: 'Get a subscriber with campaigns, workflows and visitors',
    answers:
      '`subscriber`, `subscriptions`, `memberships`, `visitors`, and the latest 200 `lead_score_changes` and `lifetime_value_changes`, newest first.',
    input: One,
    run: (_, { account_id, subscriber_id: id }, inspector) => readSubscriber(inspector, account_id, id),
  }),
  operation('subscribers.activity', 'GET /_admin/subscribers/{subscriber_id}/activity', {
    summary: 'List what happened to a subscriber, newest first',
    answers:
      '`activity`, each with `type`, `at`, `title`, `detail`, its `cause` and the `refs` it leads to, and `next_cursor`.',
    input: Activity,
    run: (_, { account_id, subscriber_id: id, ...page }, inspector) =>
      readActivity(inspector, account_id, id, page),
  }),
];
