import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { manyOut, oneOut, sortQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const links = { 'goals.account': '{base_url}/v2/accounts/{goals.account}' };

/** Exclusive upper limit of a conversion's value, in cents ("Limits"). */
export const CONVERSION_VALUE_LIMIT = 2_147_483_647;

/** A conversion ("Conversion (goal)"). */
export const Goal = schema(() =>
  z.object({
    id: f.id('goal'),
    href: f.link(),
    name: f.text(),
    /** A visit to this URL counts as the conversion. */
    url: f.maybe(f.text()),
    status: f.known('active', 'disabled'),
    /** In cents, less than 2,147,483,647. */
    default_value: f.integer(),
    counting_method: f.known('one_per_visitor', 'all'),
    created_at: f.time(),
    links: z.object({ account: f.id('account') }),
  }),
);
export interface Goal extends Infer<typeof Goal> {}

/** Filter and sort order of the conversion list. */
export const GoalQuery = schema(() =>
  z.object({
    /** Default `all`. */
    status: f.optional(f.oneOf('active', 'disabled', 'all')),
    ...sortQuery('created_at', 'name'),
  }),
);
export interface GoalQuery extends Infer<typeof GoalQuery> {}

export const goals = {
  /** Lists all conversions of the account. */
  list: endpoint('GET /v2/{account_id}/goals', {
    query: GoalQuery,
    response: manyOut<Goal>('goals', Goal, { links, sorted: true }),
  }),
  /** Gets one conversion. */
  get: endpoint('GET /v2/{account_id}/goals/{conversion_id}', {
    response: oneOut<Goal>('goals', Goal, { links }),
  }),
};
