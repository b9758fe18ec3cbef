import {
  Account,
  Broadcast,
  Campaign,
  Form,
  Goal,
  Webhook,
  Workflow,
  WorkflowTrigger,
} from '@trickle/sdk/contract';
import type { Json } from './parts.ts';
import { seed } from './seeds.ts';

/** The kinds of records, with their schemas in responses and in seeds. */
const SCHEMAS = {
  account: [Account, seed.Account],
  campaigns: [Campaign, seed.Campaign],
  broadcasts: [Broadcast, seed.Broadcast],
  workflows: [Workflow, seed.Workflow],
  triggers: [WorkflowTrigger, seed.Trigger],
  forms: [Form, seed.SeedForm],
  goals: [Goal, seed.Goal],
  webhooks: [Webhook, seed.Webhook],
} as const;

export type Noun = keyof typeof SCHEMAS;

/** Members of an account with data of its owner. */
const PRIVATE = ['primary_email', 'phone_number'];

/** The members of responses that the interface describes, and those that seeds have too. */
export function membersOf(noun: Noun) {
  const [response, ofSeed] = SCHEMAS[noun];
  const described = Object.keys(response().shape);
  const kept = Object.keys(ofSeed().shape).filter(
    (name) => described.includes(name) && !PRIVATE.includes(name),
  );
  return { described, kept };
}

/** A record of a response with the members of a seed, in the order of the seed. Null and empty members are left out. */
export function recordForm(names: readonly string[], response: Json): Json {
  const members = names.map((name) => [name, name === 'id' ? idOf(response) : response[name]] as const);
  return Object.fromEntries(
    members.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** The id of a record. Some published responses have numeric ids. */
export const idOf = ({ id }: Json): unknown => (typeof id === 'number' ? String(id) : id);

/** Orders by id, shorter ids first, so that numbers are in numeric order. */
export const byId = (a: Json, b: Json): number => compareIds(String(a.id), String(b.id));

const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
