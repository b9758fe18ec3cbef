import type { CallbackResponse, Callbacks, Command, Properties, SubscriberAttributes } from './types.ts';

/*
 * Types for the names of an account, as `trickle types` writes them. The SDK has the same conditions in
 * `typed-client.ts`; this package does not depend on it.
 */
type TagOf<A> = A extends { readonly tags: infer Tag extends string } ? Tag : string;
type FieldOf<A> = A extends { readonly customFields: infer Field extends string } ? Field : string;
type EventsOf<A> = A extends { readonly events: infer Events extends object }
  ? Events
  : Record<string, Properties>;
type ActionOf<A> = keyof EventsOf<A> & string;

/** The members with a meaning, without those of the page's own. */
type Declared<Arguments> = {
  [Name in keyof Arguments as string extends Name ? never : Name]: Arguments[Name];
};

/** The arguments of `identify`, with the tags and custom fields of an account. */
export type SubscriberAttributesOf<A> = Omit<Declared<SubscriberAttributes>, 'tags' | 'remove_tags'> & {
  tags?: TagOf<A>[] | undefined;
  remove_tags?: TagOf<A>[] | undefined;
} & { [Field in FieldOf<A>]?: unknown };

/** The properties of an event of an account. */
type PropertiesOf<A, Action extends ActionOf<A>> = Declared<Properties> & EventsOf<A>[Action];

/** Commands without names of an account. */
type OtherCommand = Exclude<Command, readonly ['identify' | 'track', ...unknown[]]>;

/** `_dcq` with the names of an account, one command at a time: `declare const _dcq: QueueOf<Shop>`. */
export interface QueueOf<A> {
  push<const Action extends ActionOf<A>>(
    command:
      | ['identify', SubscriberAttributesOf<A> & Callbacks, Callbacks?]
      | ['track', Action, (PropertiesOf<A, Action> & Callbacks)?, Callbacks?]
      | OtherCommand,
  ): unknown;
}

/** `identify` and `track` with the names of an account: `const { identify, track }: PageScriptOf<Shop> = script`. */
export interface PageScriptOf<A> {
  identify(attributes: SubscriberAttributesOf<A>): Promise<CallbackResponse>;
  track<const Action extends ActionOf<A>>(
    action: Action,
    properties?: PropertiesOf<A, Action>,
  ): Promise<CallbackResponse>;
}
