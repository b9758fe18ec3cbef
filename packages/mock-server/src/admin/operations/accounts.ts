import { definitionOf, field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { Account, SEED_NOUNS, timeZone } from '../../seed/schema.ts';
import { ownSummaries } from '../control/account-server.ts';
import { operation } from '../operation.ts';
import { addCustomField, changeUser, readAccount, revokeToken } from '../queries/accounts.ts';
import { accountInPath } from './fields.ts';

const Clock = schema(() =>
  z.strictObject({
    /** Initial time, ISO 8601. */
    now: f.optional(f.isoTime()),
    /** Speed relative to real time; 0 stops the clock. */
    speed: f.optional(z.number().check(z.gte(0))),
  }),
);

const NewAccount = schema(() =>
  z.strictObject({
    /** The account's data, as in a seed. The id and token are generated if omitted. */
    seed: f.optional(Account()),
    /** Gives the account its own clock. */
    clock: f.optional(Clock()),
  }),
);

const OneAccount = schema(() => z.strictObject(accountInPath()));
const OneToken = schema(() => z.strictObject({ ...accountInPath(), token: f.name() }));
const CustomField = schema(() => z.strictObject({ ...accountInPath(), identifier: f.name() }));
const UserChange = schema(() =>
  z.strictObject({
    ...accountInPath(),
    user_id: f.name(),
    role: f.optional(f.oneOf('owner', 'member', 'viewer')),
    name: f.optional(f.text()),
    /** An Olson name. */
    time_zone: f.optional(timeZone()),
  }),
);

/** The records that can be added to an existing account. */
const Addition = schema(() => {
  const { id, created_at, ...shape } = Account().shape;
  return z.strictObject({ ...accountInPath(), ...shape });
});

/** A record of a noun, as in a seed. */
const recordOf = (noun: (typeof SEED_NOUNS)[number] | 'users') =>
  schema(() => {
    const { element } = definitionOf(Account().shape[noun]);
    const shape = (element && definitionOf(element).shape) as z.core.$ZodShape; // nouns of a seed are lists of objects
    return z.strictObject({ ...accountInPath(), ...shape });
  });

const singular = (noun: string) => noun.replace(/s$/, '');

/**
 * `POST /_admin/accounts/{account_id}/campaigns` and similar operations for records that the REST API cannot create.
 */
const creations = ([...SEED_NOUNS, 'users'] as const).map((noun) =>
  operation(`${noun}.create`, `POST /_admin/accounts/{account_id}/${noun}`, {
    summary: `Create a ${singular(noun)} from seed data`,
    answers: noun === 'users' ? 'The `token` of the user.' : `The \`id\` of the ${singular(noun)}.`,
    status: 201,
    access: noun === 'users' ? 'server' : undefined,
    input: recordOf(noun),
    async run(server, input) {
      const { account_id: accountId, ...record } = input as { account_id: string }; // a path parameter
      const made = await server.extend({ [noun]: [record] }, { accountId });
      return noun === 'users' ? { token: made.tokens?.[0] } : { id: made[noun]?.[0] };
    },
  }),
);

export const accounts = [
  operation('accounts.list', 'GET /_admin/accounts', {
    summary: 'List accounts and their API tokens',
    answers: '`accounts`, each with `id` and `tokens`. Tokens of owners come first.',
    access: 'account',
    run: async (server, _, { server: { runtime, caller } }) => ({
      accounts: caller ? await ownSummaries(runtime, caller) : await server.accounts(),
    }),
  }),
  operation('accounts.create', 'POST /_admin/accounts', {
    summary: 'Create an isolated account',
    answers: '`account_id`, `api_key` and `base_url`, as a client needs them.',
    status: 201,
    input: NewAccount,
    async run(server, options) {
      const { accountId, apiKey } = await server.createAccount(options);
      return { accountId, apiKey, baseUrl: server.url };
    },
  }),
  operation('accounts.get', 'GET /_admin/accounts/{account_id}', {
    summary: 'Get an account with its users, tokens and settings',
    answers:
      '`settings`, `users` with their roles, `tokens`, `custom_fields`, and the hourly `limits` in force.',
    input: OneAccount,
    run: (_, { account_id: accountId }, inspector) => readAccount(inspector, accountId),
  }),
  operation('server.seed', 'GET /_admin/seed', {
    summary: 'Get the seed that the server was started with',
    answers: '`seed`, or null without one.',
    run: (_server, _input, inspector) => ({ seed: inspector.server.seed ?? null }),
  }),
  operation('accounts.remove', 'DELETE /_admin/accounts/{account_id}', {
    summary: 'Remove an account and all its data',
    answers: 'No content.',
    status: 204,
    input: OneAccount,
    run: (server, { account_id: accountId }) => server.removeAccount(accountId),
  }),
  operation('accounts.extend', 'POST /_admin/accounts/{account_id}/seed', {
    summary: 'Add seed data to an account and update its settings',
    answers: 'The ids of the added records by noun, and the `tokens` of added users.',
    status: 201,
    input: Addition,
    run: (server, { account_id: accountId, ...seed }) => server.extend(seed, { accountId }),
  }),
  ...creations,
  operation('users.change', 'PUT /_admin/accounts/{account_id}/users/{user_id}', {
    summary: "Change a user's role on the account, name or time zone",
    answers: 'No content.',
    status: 204,
    access: 'server',
    input: UserChange,
    run: (_, { account_id: accountId, user_id: id, ...change }, inspector) =>
      changeUser(inspector, accountId, id, change),
  }),
  operation('tokens.revoke', 'DELETE /_admin/accounts/{account_id}/tokens/{token}', {
    summary: "Revoke a token of the account's users",
    answers: 'No content.',
    status: 204,
    access: 'server',
    input: OneToken,
    run: (_, { account_id: accountId, token }, inspector) => revokeToken(inspector, accountId, token),
  }),
  operation('customFields.create', 'POST /_admin/accounts/{account_id}/custom_fields', {
    summary: 'Create a custom field that no subscriber has yet',
    answers: 'No content.',
    status: 204,
    input: CustomField,
    run: (_, { account_id: accountId, identifier }, inspector) =>
      addCustomField(inspector, accountId, identifier),
  }),
];
