import { definitionOf, field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { Account, SEED_NOUNS } from '../../seed/schema.ts';
import { operation } from '../operation.ts';
import { accountInPath } from './fields.ts';

const Clock = schema(() =>
  z.strictObject({
    /** What time it is to begin with, ISO 8601. */
    now: f.optional(f.isoTime()),
    /** How many times as fast as real time; 0 stands still. */
    speed: f.optional(z.number().check(z.gte(0))),
  }),
);

const NewAccount = schema(() =>
  z.strictObject({
    /** What the account holds, as one account of a seed; an id and a token are made where it has none. */
    seed: f.optional(Account()),
    /** Gives the account a clock of its own. */
    clock: f.optional(Clock()),
  }),
);

const OneAccount = schema(() => z.strictObject(accountInPath()));

/** What may be added to an account that is there. */
const Addition = schema(() => {
  const { id, created_at, ...shape } = Account().shape;
  return z.strictObject({ ...accountInPath(), ...shape });
});

/** One record of a noun, as a seed has it. */
const recordOf = (noun: (typeof SEED_NOUNS)[number] | 'users') =>
  schema(() => {
    const { element } = definitionOf(Account().shape[noun]);
    const shape = (element && definitionOf(element).shape) as z.core.$ZodShape; // a seed's nouns are lists of objects
    return z.strictObject({ ...accountInPath(), ...shape });
  });

const singular = (noun: string) => noun.replace(/s$/, '');

/** `POST /_admin/accounts/{account_id}/campaigns` and the like, for what the REST API cannot create. */
const creations = ([...SEED_NOUNS, 'users'] as const).map((noun) =>
  operation(`${noun}.create`, `POST /_admin/accounts/{account_id}/${noun}`, {
    summary: `Creates a ${singular(noun)}, with everything that a seed may say of one`,
    answers: noun === 'users' ? 'The token of the user.' : `The id of the ${singular(noun)}.`,
    status: 201,
    input: recordOf(noun),
    async run(server, input) {
      const { account_id: accountId, ...record } = input as { account_id: string }; // the path names it
      const made = await server.extend({ [noun]: [record] }, { accountId });
      return noun === 'users' ? { token: made.tokens?.[0] } : { id: made[noun]?.[0] };
    },
  }),
);

export const accounts = [
  operation('accounts.list', 'GET /_admin/accounts', {
    summary: 'Lists all accounts with their tokens',
    answers: '`accounts`, each with `id` and `tokens`, those of owners first.',
    run: async (server) => ({ accounts: await server.accounts() }),
  }),
  operation('accounts.create', 'POST /_admin/accounts', {
    summary: 'Makes an account of its own, for a test that shares the server with others',
    answers: '`account_id`, `api_key` and `base_url`: all that a client needs.',
    status: 201,
    input: NewAccount,
    async run(server, options) {
      const { accountId, apiKey } = await server.createAccount(options);
      return { accountId, apiKey, baseUrl: server.url };
    },
  }),
  operation('accounts.remove', 'DELETE /_admin/accounts/{account_id}', {
    summary: 'Takes an account away with everything in it',
    answers: 'Nothing.',
    status: 204,
    input: OneAccount,
    run: (server, { account_id: accountId }) => server.removeAccount(accountId),
  }),
  operation('accounts.plant', 'POST /_admin/accounts/{account_id}/seed', {
    summary: 'Adds to an account what a seed may hold, and changes what it says of the account itself',
    answers: 'The ids of what was added, by noun, and the `tokens` of users.',
    status: 201,
    input: Addition,
    run: (server, { account_id: accountId, ...seed }) => server.extend(seed, { accountId }),
  }),
  ...creations,
];
