/*
 * Values that programs have at hand compile as an input of every method: constants, lists that nobody may change, interfaces.
 * The methods are those of the client, so that a new one is checked too.
 */
import type { Client, EventInput, SubscriberInput } from '@trickle/sdk';

type Frozen<T> = T extends Date | AbortSignal | ((...given: never[]) => unknown)
  ? T
  : { readonly [Name in keyof T]: Frozen<T[Name]> };

interface Own {
  plan: string;
  size: number;
}

/** The members for values of one's own that refuse an interface. */
type Refused<T> = T extends string | number | boolean | null | undefined | Date | AbortSignal
  ? never
  : T extends readonly (infer Item)[]
    ? Refused<Item>
    : T extends object
      ? {
          [Name in keyof T & string]: Name extends 'custom_fields' | 'properties'
            ? Own extends T[Name]
              ? never
              : Name
            : Refused<T[Name]>;
        }[keyof T & string]
      : never;

/** The methods of a noun that refuse frozen arguments, or an interface among their members. */
type Failing<Noun extends keyof Client & string> = {
  [Method in keyof Client[Noun] & string]: Client[Noun][Method] extends (...given: infer Given) => unknown
    ? Frozen<Given> extends Readonly<Given>
      ? `${Noun}.${Method} ${Refused<Given>}`
      : `${Noun}.${Method}`
    : never;
}[keyof Client[Noun] & string];

const none = <T>(..._: [T] extends [never] ? [] : [T]) => {};
none<{ [Noun in keyof Client & string]: Failing<Noun> }[keyof Client & string]>();

declare const client: Client;
declare const own: Own;

const ann = { email: 'ann@x.io', tags: ['vip', 'trial'], custom_fields: { plan: 'pro' } } as const;
void client.subscribers.upsert(ann);
void client.subscribers.upsertBatch([ann] as const);
void client.subscribers.upsertMany([ann] as const);
void client.subscribers.upsert({ email: 'a@x.io', custom_fields: own });
const seen = { email: 'a@x.io', action: 'Seen', properties: own } satisfies EventInput;
void client.events.record(seen);
void client.events.recordBatch([seen] as const);
const items = [{ name: 'Oar', amount: 1900, properties: own }] as const;
void client.orders.upsert({ email: 'a@x.io', amount: 1900, items, properties: own });
void client.workflowTriggers.create('1', { provider: 'p', trigger_type: 't', properties: own });
const fields: SubscriberInput['custom_fields'] = own;
void fields;
// @ts-expect-error: a list of texts
void client.subscribers.upsert({ email: 'a@x.io', tags: [1] as const });
// @ts-expect-error: an object
void client.subscribers.upsert({ email: 'a@x.io', custom_fields: 'plan' });
