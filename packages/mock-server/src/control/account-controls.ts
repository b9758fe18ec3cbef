import type { AccountExtension, ExtensionResult } from '../seed/extend-account.ts';
import type { AccountSeed } from '../seed/schema.ts';
import type { ClockSettings } from '../world/server-clock.ts';
import type { Connection } from './connection.ts';
import type { ServerControl } from './index.ts';
import type { AdvanceResult, Duration } from './time.ts';

/** What an account is to begin with. */
export interface NewAccount {
  /** As an account of a seed; an id and a token are made where it has none. */
  readonly seed?: AccountSeed | undefined;
  /** Gives the account a clock of its own; `{}` for one that goes like the machine's. */
  readonly clock?: ClockSettings | undefined;
}

/**
 * An account of its own in a server that others use as well: nothing that happens to one account can be seen in
 * another, so that tests may run beside each other.
 */
export interface Tenant extends ServerControl, AsyncDisposable {
  readonly accountId: string;
  /** The token of its first owner. */
  readonly apiKey: string;
  /** What `createClient` of the SDK needs, without a port. */
  readonly connection: Connection;
  /** What time it is by the account's clock. */
  now(): Date;
  /** Moves the account's own clock; throws where it has none, since the others would be moved with it. */
  advance(duration: Duration): Promise<AdvanceResult>;
  /** Waits for the account's background work that is due, and tells how many jobs were done meanwhile. */
  settle(): Promise<number>;
  /** Takes away everything of the account. */
  remove(): Promise<void>;
}

/** An account and the tokens of its users. */
export interface AccountSummary {
  readonly id: string;
  readonly tokens: readonly string[];
}

/** The accounts of a server. */
export interface AccountControls {
  /** Makes an account of its own for a test, with a token; it shares nothing with the others. */
  createAccount(account?: NewAccount): Promise<Tenant>;
  /** Takes an account away with everything in it. */
  removeAccount(accountId: string): Promise<void>;
  /**
   * Adds to an account, the first one unless another is named, what a seed may hold and the REST API cannot create:
   * users, campaigns with emails, forms, workflows with steps. Tells the ids by noun, and the tokens of users.
   */
  extend(
    seed: AccountExtension,
    choice?: { readonly accountId?: string | undefined },
  ): Promise<ExtensionResult>;
  /** All accounts with their tokens. */
  accounts(): Promise<AccountSummary[]>;
}
