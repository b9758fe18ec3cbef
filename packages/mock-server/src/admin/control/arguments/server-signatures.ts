import { field as f, type Schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { ListenOptions } from '../../../api/http/listen.ts';
import type { NewAccount, Tenant } from '../account-controls.ts';
import type { NewApplication } from '../oauth-applications.ts';
import type { CloseOptions, Server } from '../server-control.ts';
import type { Duration } from '../time.ts';
import type { WatchOptions } from '../watch.ts';
import {
  accountId,
  anything,
  ClockOptions,
  milliseconds,
  ofAccount,
  options,
  optionsOf,
  required,
  type ShapeOf,
  takes,
  takesSync,
  text,
} from './arguments.ts';
import { controlSignatures } from './control-signatures.ts';
import type { Signature, Signatures } from './guard.ts';

const Listen = optionsOf<ListenOptions>(() => ({
  port: f.optional(f.integerBetween(0, 65_535)),
  host: f.optional(f.name()),
  ownsProcess: f.optional(f.boolean()),
}));
const Watch = optionsOf<WatchOptions>(() => ({
  ...ofAccount(),
  after: f.optional(f.integerFrom(0)),
  signal: f.optional(z.unknown()),
}));
const Close = optionsOf<CloseOptions>(() => ({ within: milliseconds(), drain: milliseconds() }));
const NewAccountOptions = optionsOf<NewAccount>(() => ({
  seed: f.optional(z.unknown()), // validated when it is applied
  clock: f.optional(ClockOptions()),
}));

const OneDuration: Schema = optionsOf<Duration>(() => ({
  days: milliseconds(),
  hours: milliseconds(),
  minutes: milliseconds(),
  seconds: milliseconds(),
  milliseconds: milliseconds(),
}));
const duration = required(options('duration', OneDuration));

const choice = options(
  'choice',
  optionsOf<{ accountId: string }>(() => ofAccount()),
);

const applicationShape = (): ShapeOf<NewApplication> => ({
  name: f.name(),
  redirect_uris: f.optional(f.texts()),
  client_id: f.optional(f.name()),
  client_secret: f.optional(f.name()),
});
const Application = optionsOf<NewApplication>(applicationShape);
const ApplicationChange = optionsOf<Pick<NewApplication, 'name' | 'redirect_uris'>>(() => ({
  name: f.optional(f.name()),
  redirect_uris: f.optional(f.texts()),
}));

/** Signatures of the server's functions. `fetch` is checked separately because it closes earlier. */
export const serverSignatures: Signatures<
  Omit<Server, 'connection' | 'fetch' | 'close' | 'seededAccounts' | 'skippedAccounts'>
> = {
  ...controlSignatures,
  listen: takes(options('options', Listen)),
  watch: takesSync(options('options', Watch)),
  time: {
    now: takesSync(choice),
    freeze: takes(choice),
    resume: takes(choice),
    setSpeed: takes(required(anything('speed')), choice),
    advance: takes(duration, choice),
  },
  advance: takes(duration, choice),
  settle: takes(choice),
  applications: {
    register: takes(required(options('application', Application))),
    list: takes(),
    update: takes(text('clientId'), required(options('change', ApplicationChange))),
    remove: takes(text('clientId')),
    tokens: takes(text('clientId')),
    revoke: takes(text('clientId'), { ...text('token'), isOptional: true }),
  },
  createAccount: takes(options('account', NewAccountOptions)),
  removeAccount: takes(accountId),
  extend: takes(anything('seed'), choice),
  accounts: takes(),
  reset: takes(),
};

/** The arguments of `close`, which also works on a closed server. */
export const closeSignature: Signature = takes(options('options', Close));

/** Signatures of a tenant's functions. */
export const tenantSignatures: Signatures<Omit<Tenant, 'connection'>> = {
  ...controlSignatures,
  now: takesSync(),
  advance: takes(duration),
  settle: takes(),
  remove: takes(),
};
