import { findSubscriber } from '../../domain/records/find-subscriber.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { listSubscriptions } from '../../store/tables/campaign-subscriptions.ts';
import type { Handlers } from '../http/handler.ts';

export const campaignSubscriptions: Handlers<'campaignSubscriptions'> = {
  async list({ context, parameters, query }) {
    const { tx, accountId } = context;
    const subscriber = await findSubscriber(context, parameters.subscriber_id ?? '');
    const slice = sliceOf(query);
    const { rows, total } = await listSubscriptions(tx, accountId, subscriber.id, slice);
    const items = rows.map(({ id, campaignId, status, data }) => {
      const { starting_email_index, position, confirmation_token, is_by_form, ...members } = data;
      const links = { account: accountId, subscriber: subscriber.id };
      return { id, campaign_id: campaignId, status, ...members, links };
    });
    return { output: { items, meta: pageMeta(slice, items.length, total) } };
  },
};
