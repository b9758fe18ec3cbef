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
import type {
  AccountNames,
  TypedCampaigns,
  TypedEvents,
  TypedSubscribers,
  TypedTags,
  TypedWorkflows,
} from './typed-client.ts';

/** All operations of the service, by noun. Made by {@link createClient}. */
interface Client extends ReturnType<typeof resourcesOn> {}

interface TypedClient<A> extends Client {
  readonly campaigns: TypedCampaigns<A>;
  readonly events: TypedEvents<A>;
  readonly subscribers: TypedSubscribers<A>;
  readonly tags: TypedTags<A>;
  readonly workflows: TypedWorkflows<A>;
}

/**
 * All operations of the service, by noun. Made by {@link createClient}. With the type of an account, as `trickle types`
 * writes it, inputs accept only the tags, custom fields and events of the account.
 *
 * Without one, it is an interface without parameters, so that editors show no `<any>`.
 */
// biome-ignore lint/suspicious/noExplicitAny: any client can be passed where no account is named
export type ClientOf<A extends AccountNames = any> = 0 extends 1 & A ? Client : TypedClient<A>;

function resourcesOn(transport: Transport) {
  return {
    /** The accounts of the service's customers. */
    accounts: new Accounts(transport),
    /** Single-email campaigns, named broadcasts in the paths of the interface. */
    broadcasts: new Broadcasts(transport),
    /** Email series and their subscribers. */
    campaigns: new Campaigns(transport),
    /** Subscribers' progress in email series. */
    campaignSubscriptions: new CampaignSubscriptions(transport),
    /** The identifiers of custom fields. Read and write the values with subscribers. */
    customFieldIdentifiers: new CustomFieldIdentifiers(transport),
    /** The names of the custom events recorded in the account. */
    eventActions: new EventActions(transport),
    /** Custom events of subscribers. */
    events: new Events(transport),
    /** Signup forms. */
    forms: new Forms(transport),
    /** Conversions, named goals in the paths of the interface. */
    goals: new Goals(transport),
    /** Legacy orders, superseded by `client.shopperActivity.order`. */
    orders: new Orders(transport),
    /** Purchases of subscribers (beta in the interface). */
    purchases: new Purchases(transport),
    /** Refunds of legacy orders. */
    refunds: new Refunds(transport),
    /** Cart, order and product activities of a shop (v3). */
    shopperActivity: new ShopperActivity(transport),
    /** The recipients of email. */
    subscribers: new Subscribers(transport),
    /** Tags of subscribers. */
    tags: new Tags(transport),
    /** Bulk unsubscribes. */
    unsubscribes: new Unsubscribes(transport),
    /** The owner of the credentials. */
    user: new CurrentUser(transport),
    /** URLs that receive event notifications. */
    webhooks: new Webhooks(transport),
    /** Automations and their subscribers. */
    workflows: new Workflows(transport),
    /** The triggers that start subscribers on workflows. */
    workflowTriggers: new WorkflowTriggers(transport),
  } as const;
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
// biome-ignore lint/suspicious/noExplicitAny: the default of `ClientOf`
export function createClient<A extends AccountNames = any>(options: ClientOptions = {}): ClientOf<A> {
  return resourcesOn(new Transport(settingsOf(options))) as ClientOf<A>; // the same methods, which take fewer names
}
