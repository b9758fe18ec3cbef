import type { contract } from '@trickle/sdk/contract';

type Contract = Omit<typeof contract, 'oauth'>;

/** The name of an operation: `subscribers.upsert`. */
export type OperationName = {
  [Noun in keyof Contract]: `${Noun}.${keyof Contract[Noun] & string}`;
}[keyof Contract];

/** Permitted changes to the service; each includes the previous ones. */
export const PERMISSIONS = ['read', 'own', 'account'] as const;

/** The changes that a scenario makes: none, its own subscribers, or anything in the account. */
export type Permission = (typeof PERMISSIONS)[number];

export type Members = Readonly<Record<string, unknown>>;

/** The members that differ from the request that the client would send. */
export interface Alteration {
  readonly method?: string;
  /** The path after the base URL. */
  readonly path?: string;
  /** The raw body. */
  readonly text?: string;
  /** Headers by lower-case name; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/**
 * One request. In strings, `{ann}`, `{bob}` and `{cal}` are email addresses of subscribers of the scenario, `{ANN}` is the first
 * one in capitals, `{account}` is the account, and other names are those that earlier steps have saved.
 */
export interface Step {
  readonly call: OperationName;
  /** The values of path placeholders, without the account. */
  readonly path?: readonly string[];
  readonly query?: Members;
  readonly body?: unknown;
  readonly alter?: Alteration;
  /** Names for values of the response, with the places of the values: `{ campaign: 'campaigns.0.id', form: 'forms.oldest.id' }`. */
  readonly save?: Readonly<Record<string, string>>;
  /** Repeats the request until this place has a value other than `not`. */
  readonly until?: { readonly at: string; readonly not?: string };
}

export interface Scenario {
  /** A noun of the contract and a name: `subscribers.create`. */
  readonly id: string;
  readonly class: Permission;
  readonly proves: readonly string[];
  readonly steps: readonly Step[];
}

/** The entries of docs/unspecified.md that a scenario tests. */
export const proves = (...entries: readonly string[]) => ({ proves: entries });

/** Scenarios by their ids. Each is a list of steps. */
export const scenariosOf = (
  permission: Permission,
  scenarios: Readonly<Record<string, readonly (Step | ReturnType<typeof proves>)[]>>,
): readonly Scenario[] =>
  Object.entries(scenarios).map(([id, parts]) => ({
    ...{ id, class: permission },
    proves: parts.flatMap((part) => ('proves' in part ? part.proves : [])),
    steps: parts.filter((part) => 'call' in part),
  }));

const SUBSCRIBERS = ['ann', 'bob', 'cal'] as const;

export function subscribersOf({ steps }: Scenario): readonly string[] {
  const text = JSON.stringify(steps).toLowerCase();
  return SUBSCRIBERS.filter((subscriber) => text.includes(`{${subscriber}}`));
}
