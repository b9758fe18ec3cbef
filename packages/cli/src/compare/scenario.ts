import type { contract } from '@trickle/sdk/contract';

type Contract = Omit<typeof contract, 'oauth'>;

/** The name of an operation: `subscribers.upsert`. */
export type OperationName = {
  [Noun in keyof Contract]: `${Noun}.${keyof Contract[Noun] & string}`;
}[keyof Contract];

/** What scenarios may do to the service, each including those before it. */
export const PERMISSIONS = ['read', 'own', 'account'] as const;

/** What a scenario does: it only reads, it creates and deletes subscribers of its own, it changes anything in the account. */
export type Permission = (typeof PERMISSIONS)[number];

/** What differs from the request that the client would send. */
export interface Alteration {
  readonly method?: string;
  /** The path after the base URL. */
  readonly path?: string;
  /** The body, as it is. */
  readonly text?: string;
  /** Headers by their lower-case names; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/**
 * One request. In strings, `{ann}`, `{bob}` and `{cal}` are email addresses of subscribers of the scenario, `{ANN}` is the first
 * one in capitals, `{account}` is the account, and other names are those that earlier steps have saved.
 */
export interface Step {
  readonly call: OperationName;
  /** The values of the placeholders of the path, without the account. */
  readonly path?: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly alter?: Alteration;
  /** Names for values of the response, by the places of the values: `{ campaign: 'campaigns.0.id', form: 'forms.oldest.id' }`. */
  readonly save?: Readonly<Record<string, string>>;
  /** Repeats the request until this place of the response has a value, and another one than `not`. */
  readonly until?: { readonly at: string; readonly not?: string };
}

/** Requests, one after another, whose responses are compared. */
export interface Scenario {
  /** A noun of the contract and a name: `subscribers.create`. */
  readonly id: string;
  readonly class: Permission;
  /** The entries of docs/unspecified.md that it asks about. */
  readonly proves?: readonly string[];
  readonly steps: readonly Step[];
}

/** The subscribers of scenarios. */
const SUBSCRIBERS = ['ann', 'bob', 'cal'] as const;

/** The subscribers who take part in a scenario. */
export function subscribersOf({ steps }: Scenario): readonly string[] {
  const text = JSON.stringify(steps).toLowerCase();
  return SUBSCRIBERS.filter((subscriber) => text.includes(`{${subscriber}}`));
}
