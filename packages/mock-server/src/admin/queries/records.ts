import type { Context } from '../../domain/context/context.ts';
import { countByParent } from '../../store/queries/mailings.ts';
import { countWebhookDeliveries } from '../../store/queries/overview.ts';
import { carts, orders, products, refunds } from '../../store/tables/commerce.ts';
import { listRecords } from '../../store/tables/records.ts';
import { outagesOf } from '../../store/tables/webhook-deliveries.ts';
import { withEmails } from './emails-of-subscribers.ts';
import { frameOf, namesOf } from './mailings.ts';

export async function readForms({ tx, accountId }: Context) {
  const submissions = await countByParent(tx, accountId, 'form_submissions');
  const { rows } = await listRecords(tx, accountId, 'forms');
  const names = await namesOf({ tx, accountId }, 'campaigns');
  return rows.map((row) => ({
    ...row.data,
    ...frameOf(row),
    campaignId: row.parentId,
    campaignName: names.get(row.parentId ?? '') ?? null,
    submissions: submissions.get(row.id)?.count ?? 0,
  }));
}

export async function readGoals({ tx, accountId }: Context) {
  const conversions = await countByParent(tx, accountId, 'conversions');
  const { rows } = await listRecords(tx, accountId, 'goals');
  return rows.map((row) => ({
    ...frameOf(row),
    url: row.data.url ?? null,
    defaultValue: row.data.default_value,
    countingMethod: row.data.counting_method,
    conversions: conversions.get(row.id)?.count ?? 0,
    value: conversions.get(row.id)?.value ?? 0,
  }));
}

export async function readWebhooks({ tx, accountId }: Context) {
  const figures = await countWebhookDeliveries(tx, accountId);
  const outages = await outagesOf(tx, accountId);
  const { rows } = await listRecords(tx, accountId, 'webhooks');
  return rows.map(({ id, status, createdAt, data }) => ({
    id,
    url: data.post_url,
    status,
    failingSince: outages.get(id) ?? null,
    events: data.events,
    version: data.version,
    includeReceivedEmail: data.include_received_email,
    createdAt,
    delivered: figures.get(id)?.delivered ?? 0,
    failed: figures.get(id)?.failed ?? 0,
    pending: figures.get(id)?.pending ?? 0,
    dropped: figures.get(id)?.dropped ?? 0,
    held: figures.get(id)?.held ?? 0,
  }));
}

/** The commerce data of an account, with the email addresses of the subscribers. */
export async function readCommerce(context: Context) {
  const { tx, accountId } = context;
  return {
    orders: await withEmails(context, await orders.list(tx, accountId)),
    refunds: await refunds.list(tx, accountId),
    carts: await withEmails(context, await carts.list(tx, accountId)),
    products: await products.list(tx, accountId),
  };
}
