import type { Api } from '../http/handler.ts';
import { accounts } from './accounts.ts';
import { broadcasts } from './broadcasts.ts';
import { campaignSubscriptions } from './campaign-subscriptions.ts';
import { campaigns } from './campaigns.ts';
import { customFieldIdentifiers } from './custom-field-identifiers.ts';
import { eventActions } from './event-actions.ts';
import { events } from './events.ts';
import { forms } from './forms.ts';
import { goals } from './goals.ts';
import { orders } from './orders.ts';
import { purchases } from './purchases.ts';
import { refunds } from './refunds.ts';
import { shopperActivity } from './shopper-activity.ts';
import { subscribers } from './subscribers.ts';
import { tags } from './tags.ts';
import { unsubscribes } from './unsubscribes.ts';
import { user } from './user.ts';
import { webhooks } from './webhooks.ts';
import { workflowTriggers } from './workflow-triggers.ts';
import { workflows } from './workflows.ts';

/** The handlers of all endpoints. A missing one is a type error. */
export const api: Api = {
  accounts,
  broadcasts,
  campaignSubscriptions,
  campaigns,
  customFieldIdentifiers,
  eventActions,
  events,
  forms,
  goals,
  orders,
  purchases,
  refunds,
  shopperActivity,
  subscribers,
  tags,
  unsubscribes,
  user,
  webhooks,
  workflowTriggers,
  workflows,
};
