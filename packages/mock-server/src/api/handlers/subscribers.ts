import type { Page, Subscriber } from '@trickle/sdk/contract';
import { removeFromCampaigns } from '../../domain/campaign-subscriptions/leave.ts';
import { findSubscriberOrVisitor, subscriberResource } from '../../domain/records/subscriber.ts';
import {
  deleteSubscriber,
  listSubscribers,
  unsubscribeAll,
  upsertSubscriber,
} from '../../domain/subscribers/subscribers.ts';
import { turns } from '../../shared/platform/timers.ts';
import type { SubscriberRow } from '../../store/tables/subscribers.ts';
import { type Handlers, noContent } from '../http/handler.ts';
import type { Reply } from '../http/reply.ts';
import { acceptBatch } from './accept-batch.ts';
import type { Presenting } from './present-record.ts';

const presentSubscriber = ({ context, baseUrl }: Presenting, row: SubscriberRow): Promise<Subscriber> =>
  subscriberResource(context, row, baseUrl);

export async function subscriberReply(call: Presenting, row: SubscriberRow): Promise<Reply<Subscriber>> {
  const output = await presentSubscriber(call, row);
  return { output, location: output.href };
}

export async function presentSubscribers(
  call: Presenting,
  rows: readonly SubscriberRow[],
): Promise<Page<Subscriber>['items']> {
  const items: Subscriber[] = [];
  const pause = turns(); // a thousand subscribers may have 250,000 tags
  for (const row of rows) {
    items.push(await presentSubscriber(call, row));
    await pause();
  }
  return items;
}

export const subscribers: Handlers<'subscribers'> = {
  async upsert(call) {
    return subscriberReply(call, await upsertSubscriber(call.context, call.input));
  },
  async list(call) {
    const { subscribers: rows, meta } = await listSubscribers(call.context, call.query);
    return { output: { items: await presentSubscribers(call, rows), meta } };
  },
  async get(call) {
    const key = call.parameters.id_or_email_or_visitor_uuid ?? '';
    return { output: await presentSubscriber(call, await findSubscriberOrVisitor(call.context, key)) };
  },
  async remove(call) {
    const { id_or_email = '' } = call.parameters;
    const subscriber = await removeFromCampaigns(call.context, id_or_email, call.query.campaign_id);
    return { output: await presentSubscriber(call, subscriber) };
  },
  async unsubscribeAll(call) {
    const subscriber = await unsubscribeAll(call.context, call.parameters.id_or_email ?? '');
    return { output: await presentSubscriber(call, subscriber) };
  },
  delete: noContent(({ context, parameters }) => deleteSubscriber(context, parameters.id_or_email ?? '')),
  upsertBatch: acceptBatch('subscribers.upsertBatch'),
};
