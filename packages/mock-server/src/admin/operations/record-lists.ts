import { requireRecord } from '../../domain/records/record.ts';
import { changeForm, changeGoal, changeWebhook } from '../../seed/change-record.ts';
import { FormChange, GoalChange, WebhookChange } from '../../seed/changes.ts';
import { countByParent } from '../../store/queries/mailings.ts';
import { countWebhookDeliveries } from '../../store/queries/overview.ts';
import { carts, orders, products, refunds } from '../../store/tables/commerce.ts';
import { listRecords } from '../../store/tables/records.ts';
import { outagesOf } from '../../store/tables/webhook-deliveries.ts';
import { operation } from '../operation.ts';
import { withEmails } from '../queries/emails-of-subscribers.ts';
import { draftPreview, formPage } from '../queries/form-preview.ts';
import { frameOf, namesOf } from '../queries/mailings.ts';
import { CHANGED, creationOf } from './creation.ts';
import { deliveryInFull } from './webhooks.ts';

/** Forms, goals, webhooks and commerce, as the inspector reads and changes them. */
export const recordQueries = {
  forms: {
    create: creationOf('forms'),
    /** Lists forms with the number of their submissions. */
    list: operation({
      route: 'GET /_admin/forms',
      answers: '`forms`, with all their settings and the `campaign_name`.',
      async run({ tx, accountId }) {
        const submissions = await countByParent(tx, accountId, 'form_submissions');
        const { rows } = await listRecords(tx, accountId, 'forms');
        const names = await namesOf({ tx, accountId }, 'campaigns');
        return {
          forms: rows.map((row) => ({
            ...row.data,
            ...frameOf(row),
            campaignId: row.parentId,
            campaignName: names.get(row.parentId ?? '') ?? null,
            submissions: submissions.get(row.id)?.count ?? 0,
          })),
        };
      },
    }),
    /** Shows a form as the page script draws it. */
    preview: operation({
      route: 'GET /_admin/forms/{form_id}/preview',
      answers:
        'An HTML page that this server may frame. It posts the message `drawn` to its parent when the form is open. Submitting the form there changes nothing.',
      input: () => ({
        /** Default: the form's own. */
        orientation: FormChange().shape.orientation,
      }),
      run: async (context, { formId, orientation }) => ({
        form: await requireRecord(context, 'forms', formId),
        account: context.accountId,
        orientation,
      }),
      show: formPage,
    }),
    /** Shows a form that is being written, as the page script draws it. */
    draft: operation({
      route: 'POST /_admin/forms/preview',
      answers:
        'An HTML page, as of a stored form. A form of a page sends the members as JSON in its field `json`.',
      input: () => ({ form: FormChange() }),
      act: ({ firstId }, { accountId = firstId, form }) => draftPreview(accountId, form),
    }),
    /** Changes a form. */
    change: operation({
      route: 'PUT /_admin/forms/{form_id}',
      answers: CHANGED,
      status: 204,
      input: () => ({ change: FormChange() }),
      run: (context, { formId, change }) => changeForm(context, formId, change),
    }),
  },
  goals: {
    create: creationOf('goals'),
    /** Lists conversions (goals) with how often they were reached. */
    list: operation({
      route: 'GET /_admin/goals',
      answers: '`goals`, each with `conversions` and their `value` in cents.',
      async run({ tx, accountId }) {
        const conversions = await countByParent(tx, accountId, 'conversions');
        const { rows } = await listRecords(tx, accountId, 'goals');
        return {
          goals: rows.map((row) => ({
            ...frameOf(row),
            url: row.data.url ?? null,
            defaultValue: row.data.default_value,
            countingMethod: row.data.counting_method,
            conversions: conversions.get(row.id)?.count ?? 0,
            value: conversions.get(row.id)?.value ?? 0,
          })),
        };
      },
    }),
    /** Changes a goal. */
    change: operation({
      route: 'PUT /_admin/goals/{goal_id}',
      answers: CHANGED,
      status: 204,
      input: () => ({ change: GoalChange() }),
      run: (context, { goalId, change }) => changeGoal(context, goalId, change),
    }),
  },
  webhooks: {
    create: creationOf('webhooks'),
    /** Lists webhooks with the number of their deliveries. */
    list: operation({
      route: 'GET /_admin/webhooks',
      answers:
        '`webhooks`, each with `failing_since` and the numbers of `delivered`, `failed`, `pending` and `dropped` deliveries.',
      async run({ tx, accountId }) {
        const figures = await countWebhookDeliveries(tx, accountId);
        const outages = await outagesOf(tx, accountId);
        const { rows } = await listRecords(tx, accountId, 'webhooks');
        return {
          webhooks: rows.map(({ id, status, createdAt, data }) => ({
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
          })),
        };
      },
    }),
    /** Changes a webhook's URL or events. */
    change: operation({
      route: 'PUT /_admin/webhooks/{webhook_id}',
      answers: 'No content. Pending deliveries keep their URL and body.',
      status: 204,
      input: () => ({ change: WebhookChange() }),
      run: (context, { webhookId, change }) => changeWebhook(context, webhookId, change),
    }),
    delivery: deliveryInFull,
  },
  orders: {
    /** Lists the orders, refunds, carts and products of an account. */
    commerce: operation({
      route: 'GET /_admin/commerce',
      answers:
        '`orders` and `carts`, each with `subscriber_id`, and the `email` of the subscriber; `refunds` and `products`.',
      async run(context) {
        const { tx, accountId } = context;
        return {
          orders: await withEmails(context, await orders.list(tx, accountId)),
          refunds: await refunds.list(tx, accountId),
          carts: await withEmails(context, await carts.list(tx, accountId)),
          products: await products.list(tx, accountId),
        };
      },
    }),
  },
};
