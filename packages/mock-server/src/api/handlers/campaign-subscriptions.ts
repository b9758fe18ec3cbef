import { findSubscriber } from '../../domain/records/subscriber.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { sql } from '../../store/engine/sql.ts';
import { subscriptions } from '../../store/tables/campaign-subscriptions.ts';
import type { Handlers } from '../http/handler.ts';

export const campaignSubscriptions: Handlers<'campaignSubscriptions'> = {
  async list({ context, parameters, query }) {
    const { tx, accountId } = context;
    const subscriber = await findSubscriber(context, parameters.subscriber_id ?? '');
    const slice = sliceOf(query);
    const total = await subscriptions.count(tx, accountId, { subscriberId: subscriber.id });
    const part = sql`subscriber_id = ${subscriber.id} order by seq limit ${slice.limit} offset ${slice.offset}`;
    const rows = await subscriptions.all(tx, accountId, part);
    const items = rows.map(({ id, campaignId, status, data }) => {
      const {
        starting_email_index,
        position,
        confirmation_token,
        confirmation_email,
        is_by_form,
        ...members
      } = data;
      const links = { account: accountId, subscriber: subscriber.id };
      return { id, campaign_id: campaignId, status, ...members, links };
    });
    return { output: { items, meta: pageMeta(slice, items.length, total) } };
  },
};
