import { type ClientOptions, settingsOf } from './options.ts';
import { Accounts } from './resources/accounts.ts';
import { Broadcasts } from './resources/broadcasts.ts';
import { CampaignSubscriptions } from './resources/campaign-subscriptions.ts';
import { Campaigns } from './resources/campaigns.ts';
import { CustomFieldIdentifiers } from './resources/custom-field-identifiers.ts';
import { EventActions } from './resources/event-actions.ts';
import { Events } from './resources/events.ts';
import { Forms } from './resources/forms.ts';
import { Goals } from './resources/goals.ts';
import { Orders } from './resources/orders.ts';
import { Purchases } from './resources/purchases.ts';
import { Refunds } from './resources/refunds.ts';
import { ShopperActivity } from './resources/shopper-activity.ts';
import { Subscribers } from './resources/subscribers.ts';
import { Tags } from './resources/tags.ts';
import { Unsubscribes } from './resources/unsubscribes.ts';
import { CurrentUser } from './resources/user.ts';
import { Webhooks } from './resources/webhooks.ts';
import { WorkflowTriggers } from './resources/workflow-triggers.ts';
import { Workflows } from './resources/workflows.ts';
import { Transport } from './transport/transport.ts';

/** All operations of the service, by noun. Made by {@link createClient}. */
export class Client {
  /** The accounts of the service's customers. */
  declare readonly accounts: Accounts;
  /** Single-email campaigns, named broadcasts in the paths of the interface. */
  declare readonly broadcasts: Broadcasts;
  /** Email series and their subscribers. */
  declare readonly campaigns: Campaigns;
  /** Subscribers' progress in email series. */
  declare readonly campaignSubscriptions: CampaignSubscriptions;
  /** The identifiers of custom fields. Read and write the values with subscribers. */
  declare readonly customFieldIdentifiers: CustomFieldIdentifiers;
  /** The names of the custom events recorded in the account. */
  declare readonly eventActions: EventActions;
  /** Custom events of subscribers. */
  declare readonly events: Events;
  /** Signup forms. */
  declare readonly forms: Forms;
  /** Conversions, named goals in the paths of the interface. */
  declare readonly goals: Goals;
  /** Legacy orders, superseded by `client.shopperActivity.order`. */
  declare readonly orders: Orders;
  /** Purchases of subscribers (beta in the interface). */
  declare readonly purchases: Purchases;
  /** Refunds of legacy orders. */
  declare readonly refunds: Refunds;
  /** Cart, order and product activities of a shop (v3). */
  declare readonly shopperActivity: ShopperActivity;
  /** The recipients of email. */
  declare readonly subscribers: Subscribers;
  /** Tags of subscribers. */
  declare readonly tags: Tags;
  /** Bulk unsubscribes. */
  declare readonly unsubscribes: Unsubscribes;
  /** The owner of the credentials. */
  declare readonly user: CurrentUser;
  /** URLs that receive event notifications. */
  declare readonly webhooks: Webhooks;
  /** Automations and their subscribers. */
  declare readonly workflows: Workflows;
  /** The triggers that start subscribers on workflows. */
  declare readonly workflowTriggers: WorkflowTriggers;

  /** @internal */
  constructor(transport: Transport) {
    this.accounts = new Accounts(transport);
    this.broadcasts = new Broadcasts(transport);
    this.campaigns = new Campaigns(transport);
    this.campaignSubscriptions = new CampaignSubscriptions(transport);
    this.customFieldIdentifiers = new CustomFieldIdentifiers(transport);
    this.eventActions = new EventActions(transport);
    this.events = new Events(transport);
    this.forms = new Forms(transport);
    this.goals = new Goals(transport);
    this.orders = new Orders(transport);
    this.purchases = new Purchases(transport);
    this.refunds = new Refunds(transport);
    this.shopperActivity = new ShopperActivity(transport);
    this.subscribers = new Subscribers(transport);
    this.tags = new Tags(transport);
    this.unsubscribes = new Unsubscribes(transport);
    this.user = new CurrentUser(transport);
    this.webhooks = new Webhooks(transport);
    this.workflows = new Workflows(transport);
    this.workflowTriggers = new WorkflowTriggers(transport);
  }
}

/**
 * Creates a client of the service. Sends nothing until a method is called.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://api.example.com', accountId: '9999999', apiKey });
 * await client.subscribers.upsert({ email: 'ann@example.com', tags: ['vip'] });
 * ```
 *
 * Environment variables set omitted options: `TRICKLE_BASE_URL`, `TRICKLE_ACCOUNT_ID`, and `TRICKLE_API_KEY` or
 * `TRICKLE_ACCESS_TOKEN`.
 *
 * @throws {@link InputError} if an option is missing, unknown or invalid.
 */
export function createClient(options: ClientOptions = {}): Client {
  return new Client(new Transport(settingsOf(options)));
}
