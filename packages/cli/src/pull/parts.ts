import type { CallOptions, Client } from '@trickle/sdk';

/** The parts of an account that can be pulled, in the order of requests. */
export const PARTS = [
  'account',
  'fields',
  'tags',
  'actions',
  'campaigns',
  'broadcasts',
  'workflows',
  'forms',
  'goals',
  'webhooks',
] as const;

/** A part of an account. */
export type Part = (typeof PARTS)[number];

/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** Where an account is read. */
export interface Source {
  readonly client: Client;
  readonly options: CallOptions;
}

/** A part in the form of a seed, without anything personal or secret. */
export interface PartForm {
  /** Members of the account. */
  readonly members: Json;
  /** What the interface does not deliver, with its number: `{ "steps of workflows": 2 }`. */
  readonly unreadable?: Readonly<Record<string, number>>;
  /** The ids of forms by campaign. */
  readonly formIds?: Readonly<Record<string, readonly string[]>>;
  /** Workflows whose triggers the service refused, with the status of the response. */
  readonly refused?: ReadonlyMap<string, number>;
  /** What a seed would refuse, and names that look personal. */
  readonly leftOut: readonly string[];
  /** Members of responses that the interface does not describe. */
  readonly unknownMembers: readonly string[];
}
