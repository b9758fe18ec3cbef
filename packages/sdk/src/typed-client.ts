import type { BulkJob } from './bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from './bulk/options.ts';
import type { ApiPromise } from './core/api-promise.ts';
import type { CallOptions } from './options.ts';
import type {
  CampaignSubscriberInput,
  EventInput,
  EventInputIdentity,
  EventInputMembers,
  Subscriber,
  SubscriberInput,
  SubscriberInputIdentity,
  SubscriberInputMembers,
  TagInput,
  WorkflowStartInputIdentity,
  WorkflowStartInputMembers,
} from './records.generated.ts';
import type { Campaigns } from './resources/campaigns.ts';
import type { Events } from './resources/events.ts';
import type { Subscribers } from './resources/subscribers.ts';
import type { Tags } from './resources/tags.ts';
import type { Workflows } from './resources/workflows.ts';

/** The names of an account, as `trickle types` writes them. A missing member accepts any name. */
export interface AccountNames {
  /** Tags, as in `'trial' | 'vip'`. */
  readonly tags?: string;
  /** Identifiers of custom fields. */
  readonly customFields?: string;
  /** Properties of custom events, by the names of the events. */
  readonly events?: object;
}

type TagOf<A> = A extends { readonly tags: infer Tag extends string } ? Tag : string;
type FieldOf<A> = A extends { readonly customFields: infer Field extends string } ? Field : string;
type EventsOf<A> = A extends { readonly events: infer Events extends object }
  ? Events
  : Record<string, EventInput['properties']>;

/** The name of a custom event of an account. */
export type ActionOf<A> = keyof EventsOf<A> & string;

/** A value of a custom field. Null or an empty string clears it. */
type FieldValue = string | number | boolean | null;
/**
 * A name that every object has, such as `constructor`, as a pattern: an optional member of this name would have to have
 * the type that it has in every object.
 */
type AsPattern<Name> = Name extends keyof typeof Object.prototype ? `${Name}${string}` : Name;
type IsPattern<Name extends string> = Record<never, never> extends Record<Name, 1> ? true : false;

/** Values of custom fields. A pattern such as `size_${string}` is an index signature, which `?` would widen. */
type FieldValues<Field extends string> = {
  [F in AsPattern<Field>]?: FieldValue;
} extends infer Values extends Record<string, FieldValue>
  ? Values
  : { [F in AsPattern<Field> as IsPattern<F> extends true ? never : F]?: FieldValue } & {
      [F in AsPattern<Field> as IsPattern<F> extends true ? F : never]: FieldValue;
    };

/*
 * Interfaces that extend those of inputs: editors then show the comments of their members. A mapped type would also be
 * resolved again by each call.
 */

interface SubscriberMembers<A> extends SubscriberInputMembers {
  tags?: readonly TagOf<A>[] | undefined;
  remove_tags?: readonly TagOf<A>[] | undefined;
  custom_fields?: FieldValues<FieldOf<A>> | undefined;
}

interface CampaignSubscriberInputOf<A> extends CampaignSubscriberInput {
  tags?: readonly TagOf<A>[] | undefined;
  custom_fields?: FieldValues<FieldOf<A>> | undefined;
}

interface WorkflowStartMembers<A> extends WorkflowStartInputMembers {
  tags?: readonly TagOf<A>[] | undefined;
  custom_fields?: FieldValues<FieldOf<A>> | undefined;
}

interface TagInputOf<A> extends TagInput {
  tag: TagOf<A>;
}

interface EventMembers<Action extends string, Properties extends EventInput['properties']>
  extends EventInputMembers {
  action: Action;
  properties?: Properties | undefined;
}

/** A {@link SubscriberInput} with the tags and custom fields of an account. */
export type SubscriberInputOf<A> = SubscriberMembers<A> & SubscriberInputIdentity;

/** The properties of an event, which may be undefined as all members of inputs may. */
type PropertiesOf<Properties> = {
  [Name in keyof Properties as AsPattern<Name>]: Properties[Name] | undefined;
};

/** An event without a list of all events: a union of them would be compared with each call. */
type NamedEvent<A, Action extends ActionOf<A>> = EventMembers<Action, PropertiesOf<EventsOf<A>[Action]>> &
  EventInputIdentity;

/** An {@link EventInput} of an account: any of its events, or those that are named. */
export type EventInputOf<A, Action extends ActionOf<A> = ActionOf<A>> = Action extends unknown
  ? NamedEvent<A, Action>
  : never;

/** Events, each with the properties of its own action. */
type EventList<A, Actions extends readonly ActionOf<A>[]> = {
  readonly [Index in keyof Actions]: NamedEvent<A, Actions[Index]>;
};

export interface TypedSubscribers<A> extends Subscribers {
  upsert(subscriber: SubscriberInputOf<A>, options?: CallOptions): ApiPromise<Subscriber>;
  upsertBatch(records: readonly SubscriberInputOf<A>[], options?: CallOptions): ApiPromise<undefined>;
  upsertMany(
    source: BulkSource<SubscriberInputOf<A>>,
    options?: BulkOptions<SubscriberInput, undefined>,
  ): BulkJob<SubscriberInput, undefined>;
}

export interface TypedEvents<A> extends Events {
  record<const Action extends ActionOf<A>>(
    event: NamedEvent<A, Action>,
    options?: CallOptions,
  ): ApiPromise<undefined>;
  recordBatch<const Actions extends readonly ActionOf<A>[]>(
    records: EventList<A, Actions>,
    options?: CallOptions,
  ): ApiPromise<undefined>;
  recordMany<const Action extends ActionOf<A>>(
    source: BulkSource<EventInputOf<A, Action>>,
    options?: BulkOptions<EventInput, undefined>,
  ): BulkJob<EventInput, undefined>;
}

export interface TypedTags<A> extends Tags {
  apply(tagging: TagInputOf<A>, options?: CallOptions): ApiPromise<undefined>;
  remove(email: string, tag: TagOf<A>, options?: CallOptions): ApiPromise<undefined>;
}

export interface TypedCampaigns<A> extends Campaigns {
  subscribe(
    campaignId: string,
    subscriber: CampaignSubscriberInputOf<A>,
    options?: CallOptions,
  ): ApiPromise<Subscriber>;
}

export interface TypedWorkflows<A> extends Workflows {
  start(
    workflowId: string,
    subscriber: WorkflowStartMembers<A> & WorkflowStartInputIdentity,
    options?: CallOptions,
  ): ApiPromise<Subscriber>;
}
