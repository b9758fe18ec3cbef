import { field as f } from '@trickle/sdk/contract';
import { NotFoundError } from '../../domain/errors.ts';
import { timeZone } from '../../seed/schema.ts';
import { isoTime, olsonName } from '../../shared/values/time.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import {
  deleteTokenOf,
  findAccount,
  insertToken,
  listTokensElsewhere,
  listTokensOf,
  listUsersOf,
  memberships,
  users,
} from '../../store/tables/accounts.ts';
import { customFields, listCustomFields } from '../../store/tables/custom-fields.ts';
import { operation } from '../operation.ts';
import type { AdminContext } from '../scope.ts';
import { creationOf } from './creation.ts';

/** Accounts, their users, tokens and custom fields, and the seed, as the inspector reads and changes them. */
export const accountQueries = {
  accounts: {
    /** Gets an account with its users, tokens and settings. */
    get: operation({
      route: 'GET /_admin/accounts/{account_id}',
      answers:
        '`settings`, `users` with their roles, `tokens`, `custom_fields`, and the hourly `limits` in force.',
      async run({ tx, accountId, services, scope }) {
        const account = await findAccount(tx, accountId);
        if (!account) throw new NotFoundError('account', accountId);
        const users = await listUsersOf(tx, accountId);
        const hidden = scope.caller ? await listTokensElsewhere(tx, accountId) : new Set<string>();
        const tokens = (await listTokensOf(tx, accountId)).filter(({ token }) => !hidden.has(token));
        return {
          id: accountId,
          createdAt: account.createdAt,
          hasOwnClock: services.clock.id !== '',
          settings: account.data,
          users: users.map((user) => ({
            ...user,
            tokens: tokens.filter(({ userId }) => userId === user.id),
          })),
          tokens,
          customFields: await listCustomFields(tx, accountId),
          limits: scope.limits ?? null,
        };
      },
    }),
  },
  server: {
    /** Gets the seed that the server was started with. */
    seed: operation({
      route: 'GET /_admin/seed',
      answers: '`seed`, or null without one.',
      hasAccount: false,
      act: async ({ seed = null }) => ({ seed }),
    }),
  },
  users: {
    create: creationOf('users'),
    /** Changes a user's role on the account, name or time zone. */
    change: operation({
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
    }),
  },
  tokens: {
    /** Creates a further token of a user of the account. */
    create: operation({
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
    }),
    /** Revokes a token of the account's users. */
    revoke: operation({
      route: 'DELETE /_admin/accounts/{account_id}/tokens/{token}',
      status: 204,
      access: 'server',
      async run({ tx }, { accountId, token }) {
        if (!(await deleteTokenOf(tx, accountId, token))) throw new NotFoundError('token', token);
      },
    }),
  },
  customFields: {
    /** Creates a custom field that no subscriber has yet. */
    create: operation({
      route: 'POST /_admin/accounts/{account_id}/custom_fields',
      status: 204,
      input: () => ({ identifier: f.name() }),
      async run({ tx }, { accountId, identifier }) {
        await customFields.insertNew(tx, accountId, { identifier });
      },
    }),
  },
};

async function requireUser({ tx, accountId }: AdminContext, userId: string) {
  const user = (await listUsersOf(tx, accountId)).find(({ id }) => id === userId);
  if (!user) throw new NotFoundError('user', userId);
  return user;
}
