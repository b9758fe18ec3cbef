import type { CallOptions, Client } from '@trickle/sdk';
import type { Answers } from '../connection/answers.ts';

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

/** The most subscribers to make up. A larger number would take seconds per thousand tags. */
export const MAX_SUBSCRIBERS = 10_000;

export type Part = (typeof PARTS)[number];

/** The seed member of each part, if it has another name. */
export const MEMBERS: Partial<Record<Part, string>> = {
  fields: 'custom_fields',
  tags: 'tags',
  actions: 'event_actions',
};

export type Json = Readonly<Record<string, unknown>>;

export interface Source {
  readonly client: Client;
  readonly answers: Answers;
  readonly options: CallOptions;
}

/** A part as seed data, without anything personal or secret. */
export interface PartForm {
  readonly members: Json;
  /** Data that the interface does not return, with counts: `{ "steps of workflows": 2 }`. */
  readonly unreadable?: Readonly<Record<string, number>>;
  readonly campaignIds?: Readonly<Record<string, string>>;
  /** Workflows whose triggers could not be read, with the status of the response or the problem with it. */
  readonly refused?: ReadonlyMap<string, number | string>;
  readonly leftOut: readonly string[];
  /** Deviations from the interface, each with its part and id. */
  readonly invalid: readonly string[];
  /** Members of responses that the interface does not describe. */
  readonly unknownMembers: readonly string[];
}
