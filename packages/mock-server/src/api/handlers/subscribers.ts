import { removeFromCampaigns } from '../../domain/campaign-subscriptions/leave.ts';
import { findSubscriberOrVisitor } from '../../domain/records/subscriber.ts';
import { deleteSubscriber } from '../../domain/subscribers/delete.ts';
import { listSubscribers } from '../../domain/subscribers/list.ts';
import { unsubscribeAll } from '../../domain/subscribers/unsubscribe-all.ts';
import { upsertSubscriber } from '../../domain/subscribers/upsert.ts';
import type { Handlers } from '../http/handler.ts';
import { acceptBatch } from './accept-batch.ts';
import { presentSubscriber, presentSubscribers, subscriberReply } from './present-subscriber.ts';

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
  async delete({ context, parameters }) {
    await deleteSubscriber(context, parameters.id_or_email ?? '');
    return { output: undefined };
  },
  upsertBatch: acceptBatch('subscribers.upsertBatch'),
};
