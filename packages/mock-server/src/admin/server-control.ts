import { field as f } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { ListenOptions } from '../api/http/port.ts';
import type { AdvanceResult } from '../jobs/advance-clock.ts';
import type { NumberedEvent } from '../store/tables/domain-events.ts';
import {
  milliseconds,
  options,
  optionsOf,
  type Signature,
  type Signatures,
  takes,
  takesSync,
} from './arguments.ts';
import { functionsOf, signaturesOf } from './functions.ts';
import type { Choice } from './operation.ts';
import { accountControls } from './operations/accounts.ts';
import { applications } from './operations/applications.ts';
import { type Duration, type TimeControl, time } from './operations/clock.ts';
import { serverControls } from './operations/server.ts';
import { type SharedControl, sharedOperations } from './operations/shared.ts';
import type { Connection, Scope } from './scope.ts';
import type { WatchOptions } from './watch.ts';

export const serverOperations = {
  ...sharedOperations,
  ...serverControls,
  ...accountControls,
  applications,
  time,
};

/** The functions of a server, with a shortcut. */
const functions = { ...serverOperations, advance: time.advance };

type ServerControl = typeof serverControls & typeof accountControls;

/** The reference server. */
export interface Server extends SharedControl, ServerControl, AsyncDisposable {
  /** Options for the SDK's `createClient` to reach the first account in-process, without a port. */
  readonly connection: Connection;
  /** Accounts that this start has added from its seed. */
  readonly seededAccounts: readonly string[];
  /** Accounts of the seed that already existed in the database and were left unchanged. */
  readonly skippedAccounts: readonly string[];
  /** Handles a request in-process. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port and returns the URL. */
  listen(options?: ListenOptions): Promise<string>;
  /** The server's URL: the public URL, the listening address, or an in-process placeholder. */
  readonly url: string;
  /** Streams subscriber events as they occur. Ends on `break`, on abort, and when the server closes. */
  watch(options?: WatchOptions): AsyncGenerator<NumberedEvent, void>;
  /** Reads and controls the server's clock. */
  readonly time: TimeControl;
  /** Shortcut for `time.advance`. */
  advance(duration: Duration, choice?: Choice): Promise<AdvanceResult>;
  /** OAuth applications. */
  readonly applications: typeof applications;
  /** Rejects new requests, finishes those in progress, and closes the port and the database. If called again, the shorter time applies. */
  close(options?: CloseOptions): Promise<void>;
}

/** Options of `close`. */
export interface CloseOptions {
  /** Real milliseconds that requests and jobs in progress have to finish. Default: 1000. */
  readonly within?: number | undefined;
  /**
   * Real milliseconds in which the server still accepts requests, while `GET /readyz` answers 503, so that a proxy sends
   * requests to other servers first. `within` counts from their end. Default: 0.
   */
  readonly drain?: number | undefined;
}

const Listen = optionsOf<ListenOptions>(() => ({
  port: f.optional(f.integerBetween(0, 65_535)),
  host: f.optional(f.name()),
  ownsProcess: f.optional(f.boolean()),
}));

const Watch = optionsOf<WatchOptions>(() => ({
  accountId: f.optional(f.name()),
  after: f.optional(f.integerFrom(0)),
  signal: f.optional(z.custom<AbortSignal>()),
}));

const ClockOf = optionsOf<Choice>(() => ({ accountId: f.optional(f.name()) }));
const Close = optionsOf<CloseOptions>(() => ({ within: milliseconds(), drain: milliseconds() }));

/** Creates the functions that have operations. */
export const serverFunctions = (scope: Scope) => functionsOf(functions, scope);

const signatures = signaturesOf(functions);

/** Signatures of the server's functions. `fetch` is checked separately because it closes earlier. */
export const serverSignatures: Signatures<
  Omit<Server, 'connection' | 'fetch' | 'close' | 'seededAccounts' | 'skippedAccounts'>
> = {
  ...signatures,
  listen: takes(options('options', Listen)),
  watch: takesSync(options('options', Watch)),
  time: { ...signatures.time, now: takesSync(options('choice', ClockOf)) },
};

/** The arguments of `close`, which also works on a closed server. */
export const closeSignature: Signature = takes(options('options', Close));
