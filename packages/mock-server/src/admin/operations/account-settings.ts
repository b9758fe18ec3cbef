import { definitionOf, field as f, type Infer } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import { NotFoundError } from '../../domain/errors.ts';
import { extendAccount } from '../../seed/extend-account.ts';
import { Account, type SEED_NOUNS, timeZone } from '../../seed/schema.ts';
import { SeedError } from '../../seed/validate.ts';
import { isoTime, olsonName } from '../../shared/values/time.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { deleteTokenOf, insertToken, memberships, users } from '../../store/tables/accounts.ts';
import { customFields } from '../../store/tables/custom-fields.ts';
import { operation } from '../operation.ts';
import { readAccount, requireUser } from '../queries/accounts.ts';

/** Gets an account with its users, tokens and settings. */
export const accountGet = operation({
  route: 'GET /_admin/accounts/{account_id}',
  answers:
    '`settings`, `users` with their roles, `tokens`, `custom_fields`, and the hourly `limits` in force.',
  run: readAccount,
});

/** Gets the seed that the server was started with. */
export const seedGet = operation({
  route: 'GET /_admin/seed',
  answers: '`seed`, or null without one.',
  hasAccount: false,
  act: async ({ seed = null }) => ({ seed }),
});

/** Changes a user's role on the account, name or time zone. */
export const userChange = operation({
  route: 'PUT /_admin/accounts/{account_id}/users/{user_id}',
  status: 204,
  access: 'server',
  input: () => ({
    role: f.optional(f.oneOf('owner', 'member', 'viewer')),
    name: f.optional(f.text()),
    /** An Olson name. */
    timeZone: f.optional(timeZone()),
  }),
  async run(context, { accountId, userId, role, name, timeZone: zone }) {
    const user = await requireUser(context, userId);
    if (role !== undefined) await memberships.put(context.tx, accountId, { userId, role });
    const timeZone = zone === undefined ? user.timeZone : (olsonName(zone) ?? zone);
    // Name and time zone count for all accounts of the user.
    await users.update(context.tx, NO_ACCOUNT, { id: userId }, { name: name ?? user.name, timeZone });
  },
});

/** Creates a further token of a user of the account. */
export const tokenCreate = operation({
  route: 'POST /_admin/accounts/{account_id}/users/{user_id}/tokens',
  answers: 'The `token`.',
  status: 201,
  access: 'server',
  async run(context, { userId }) {
    await requireUser(context, userId);
    const { ids, clock } = context.services;
    const token = ids.hex();
    await insertToken(context.tx, { token, userId, createdAt: isoTime(clock.now()) });
    return { token };
  },
});

/** Revokes a token of the account's users. */
export const tokenRevoke = operation({
  route: 'DELETE /_admin/accounts/{account_id}/tokens/{token}',
  status: 204,
  access: 'server',
  async run({ tx }, { accountId, token }) {
    if (!(await deleteTokenOf(tx, accountId, token))) throw new NotFoundError('token', token);
  },
});

/** Creates a custom field that no subscriber has yet. */
export const customFieldCreate = operation({
  route: 'POST /_admin/accounts/{account_id}/custom_fields',
  status: 204,
  input: () => ({ identifier: f.name() }),
  async run({ tx }, { accountId, identifier }) {
    await customFields.insertNew(tx, accountId, { identifier });
  },
});

type Noun = (typeof SEED_NOUNS)[number] | 'users';
type SeedOf<N extends Noun> = NonNullable<Infer<typeof Account>[N]>[number];

/** Creates a record, as in a seed, that the REST API cannot create. */
export const creationOf = <const N extends Noun>(noun: N) =>
  operation({
    route: `POST /_admin/accounts/{account_id}/${noun}` as `POST /_admin/accounts/{account_id}/${Noun & N}`, // of this noun
    summary: `Creates a ${singular(noun)} from seed data`,
    answers: noun === 'users' ? 'The `token` of the user.' : `The \`id\` of the ${singular(noun)}.`,
    status: 201,
    ...(noun === 'users' && { access: 'server' }),
    input: () => ({ record: recordOf(noun) as z.ZodMiniType<SeedOf<N>> }), // of this noun
    async act({ runtime, line }, input) {
      const { accountId, record } = input as unknown as {
        readonly accountId: string;
        readonly record: object;
      }; // as declared
      const services = runtime.allServices.forAccount(accountId);
      const made = await extendAccount(services, accountId, { [noun]: [record] }, line).catch(
        (error: unknown) => {
          // A problem of the first record of its noun is one of the record.
          if (!(error instanceof SeedError)) throw error;
          throw new SeedError(error.problems.map((problem) => problem.replace(`${noun}[0].`, '')));
        },
      );
      return noun === 'users' ? { token: made.tokens?.[0] } : { id: made[noun as 'goals']?.[0] };
    },
  });

function recordOf(noun: Noun): z.ZodMiniType {
  const { element } = definitionOf(Account().shape[noun]);
  return element as z.ZodMiniType; // nouns of a seed are lists of objects
}

/** `campaign` for `campaigns`. */
const singular = (noun: string) => noun.replace(/s$/, '');
