import { recordPurchase } from '../../domain/commerce/purchases.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { findSubscriber } from '../../domain/records/find-subscriber.ts';
import { pageMeta, sliceOf } from '../../shared/values/paging.ts';
import { findPurchase, listPurchases } from '../../store/tables/purchases.ts';
import type { Handlers } from '../http/handler.ts';
import { presentPurchase } from './present-purchase.ts';

export const purchases: Handlers<'purchases'> = {
  async create({ context, baseUrl, parameters: { id_or_email = '' }, input }) {
    const { id, subscriberId } = await recordPurchase(context, id_or_email, input);
    const subscriberUrl = `${baseUrl}/v2/${context.accountId}/subscribers/${subscriberId}`;
    return { output: undefined, location: `${subscriberUrl}/purchases/${id}` };
  },
  // Unspecified: U-60
  async list({ context: { tx, accountId }, context, parameters: { id_or_email = '' }, query }) {
    const subscriber = await findSubscriber(context, id_or_email);
    const slice = sliceOf(query);
    const { rows, total } = await listPurchases(tx, accountId, subscriber.id, slice);
    const items = rows.map((row) => presentPurchase(accountId, row));
    return { output: { items, meta: pageMeta(slice, rows.length, total) } };
  },
  async get({ context: { tx, accountId }, context, parameters: { id_or_email = '', purchase_id = '' } }) {
    const subscriber = await findSubscriber(context, id_or_email);
    const row = await findPurchase(tx, accountId, subscriber.id, purchase_id);
    if (!row) throw new NotFoundError('purchase', purchase_id);
    return { output: presentPurchase(accountId, row) };
  },
};
