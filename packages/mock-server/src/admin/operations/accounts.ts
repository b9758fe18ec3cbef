import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { type AccountExtension, extendAccount } from '../../seed/extend-account.ts';
import { Account } from '../../seed/schema.ts';
import { NO_ACCOUNT } from '../../store/engine/store.ts';
import { listAccounts, listTokens, listTokensElsewhere } from '../../store/tables/accounts.ts';
import { operation, unchecked } from '../operation.ts';
import { assertStaysOffline } from '../rehearsal/rehearsal.ts';
import type { Scope } from '../scope.ts';
import { createTenant, newAccount, removeAccount } from './tenant.ts';

const newAccountInJson = () => ({
  /** The account's data, as in a seed. The id and token are generated if omitted. */
  seed: f.optional(Account()),
  /** Gives the account its own clock. */
  clock: f.optional(
    z.strictObject({
      /** Initial time, ISO 8601. */
      now: f.optional(f.isoTime()),
      /** Speed relative to real time; 0 stops the clock. */
      speed: f.optional(z.number().check(z.gte(0))),
    }),
  ),
});

/** An account and its users' API tokens. */
export interface AccountSummary {
  readonly id: string;
  readonly tokens: readonly string[];
}

export const accountControls = {
  /** Creates an isolated account with an API token. */
  createAccount: operation({
    name: 'accounts.create',
    route: 'POST /_admin/accounts',
    answers: '`account_id`, `api_key` and `base_url`, as a client needs them.',
    status: 201,
    input: newAccount,
    bodySize: 'large',
    wire: newAccountInJson,
    hasAccount: false,
    act: createTenant,
    show: ({ accountId, apiKey }, { runtime }) => ({
      accountId,
      apiKey,
      baseUrl: runtime.allServices.shared.baseUrl(),
    }),
  }),
  /** Removes an account and all its data. */
  removeAccount: operation({
    name: 'accounts.remove',
    route: 'DELETE /_admin/accounts/{account_id}',
    status: 204,
    act: ({ runtime }, { accountId }) => removeAccount(runtime, accountId),
  }),
  /**
   * Adds records that the REST API cannot create: users, campaigns with emails, forms, workflows with steps. Returns
   * the ids by noun, and the users' tokens. Default: the first account.
   */
  extend: operation({
    name: 'accounts.extend',
    route: 'POST /_admin/accounts/{account_id}/seed',
    answers: 'The ids of the added records by noun, and the `tokens` of added users.',
    status: 201,
    input: () => ({ accountId: f.optional(f.name()), seed: unchecked<AccountExtension>() }),
    bodySize: 'large',
    wire() {
      const { id, created_at, ...shape } = Account().shape;
      return { seed: z.strictObject(shape) };
    },
    first: ['seed'],
    async act({ runtime, firstId, line }, { seed, accountId = firstId }) {
      assertStaysOffline(runtime, accountId, seed);
      return extendAccount(runtime.allServices.forAccount(accountId), accountId, seed, line);
    },
  }),
  /** Lists all accounts with their API tokens. */
  accounts: operation({
    name: 'accounts.list',
    route: 'GET /_admin/accounts',
    answers: '`accounts`, each with `id` and `tokens`. Tokens of owners come first.',
    hasAccount: false,
    access: 'account',
    act: listSummaries,
    show: (accounts) => ({ accounts }),
  }),
};

/** The accounts. The holder of a key sees no tokens of users who are also members of other accounts. */
export function listSummaries({
  runtime,
  caller,
}: Pick<Scope, 'runtime' | 'caller'>): Promise<AccountSummary[]> {
  return runtime.store.read(async (tx) => {
    const ids = caller?.accountIds ?? (await listAccounts(tx)).map(({ id }) => id);
    const accounts: AccountSummary[] = [];
    for (const id of ids) {
      const hidden = caller ? await listTokensElsewhere(tx, id) : new Set<string>();
      const tokens = (await listTokens(tx, id)).filter((token) => !hidden.has(token));
      accounts.push({ id, tokens });
    }
    return accounts;
  }, NO_ACCOUNT);
}
