import type { ClockSettings } from '../../domain/context/server-clock.ts';
import type { AccountExtension, ExtensionResult } from '../../seed/extend-account.ts';
import type { AccountSeed } from '../../seed/schema.ts';
import type { Connection } from './connection.ts';
import type { ServerControl } from './index.ts';
import type { AdvanceResult, Duration } from './time.ts';

/** The initial state of an account. */
export interface NewAccount {
  /** An account as in a seed. The id and token are generated if omitted. */
  readonly seed?: AccountSeed | undefined;
  /** Gives the account its own clock. `{}` makes it run at the machine's speed. */
  readonly clock?: ClockSettings | undefined;
}

/** An isolated account on a shared server. Accounts cannot see each other's data, so tests can run in parallel. */
export interface Tenant extends ServerControl, AsyncDisposable {
  readonly accountId: string;
  /** The API token of the first owner. */
  readonly apiKey: string;
  /** Options for the SDK's `createClient`, without a port. */
  readonly connection: Connection;
  /** The current time of the account's clock. */
  now(): Date;
  /** Advances the account's own clock. Throws if the account shares the server's clock. */
  advance(duration: Duration): Promise<AdvanceResult>;
  /** Waits until the account's due background work is done. Returns the number of jobs that ran. */
  settle(): Promise<number>;
  /** Removes the account and all its data. */
  remove(): Promise<void>;
}

/** An account and its users' API tokens. */
export interface AccountSummary {
  readonly id: string;
  readonly tokens: readonly string[];
}

/** Creates, extends, lists and removes accounts. */
export interface AccountControls {
  /** Creates an isolated account with an API token. */
  createAccount(account?: NewAccount): Promise<Tenant>;
  /** Removes an account and all its data. */
  removeAccount(accountId: string): Promise<void>;
  /**
   * Adds records that the REST API cannot create: users, campaigns with emails, forms, workflows with steps. Returns
   * the ids by noun, and the users' tokens. Default: the first account.
   */
  extend(
    seed: AccountExtension,
    choice?: { readonly accountId?: string | undefined },
  ): Promise<ExtensionResult>;
  /** Lists all accounts with their API tokens. */
  accounts(): Promise<AccountSummary[]>;
}
