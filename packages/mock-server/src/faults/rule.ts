import { field as f, schema, VALIDATION_CODES, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { matches } from '../observe/request-log/match.ts';
import { pathPattern } from '../observe/request-log/path-pattern.ts';
import { recordsIn } from '../observe/request-log/recorded-request.ts';
import type { Listeners } from '../shared/platform/notifier.ts';
import { drawAt } from '../shared/platform/random.ts';
import { ProblemsError } from '../shared/values/errors.ts';
import type { MaybePromise } from '../shared/values/maybe-promise.ts';
import { OPERATION_NAMES } from '../shared/values/operation-names.ts';
import { schemaProblems } from '../shared/values/schema-problems.ts';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';

/*
 * Fault definitions: plain JSON, with the same members in code, in the admin API and in files for `--faults`.
 */

/** Places where faults can be injected. */
const FAULT_PLACES = ['request', 'record', 'webhook', 'email', 'content'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

/** Selectors. Omitted ones match anything. */
const selection = () => ({
  /** The place: a request (the default), a record of a batch, a webhook, an email or a content request. */
  on: f.optional(f.oneOf(...FAULT_PLACES)),
  /** Account id. */
  account: f.optional(f.name()),
  /** For example `subscribers.upsert`. */
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  method: f.optional(f.oneOf('GET', 'POST', 'PUT', 'DELETE')),
  /** `*` matches within a path segment, `**` across segments. */
  path: f.optional(f.name()),
  /** A subset of the body, or of any record in it. */
  body: f.optional(f.properties()),
  /** Webhook id. */
  webhook: f.optional(f.name()),
  /** For example `subscriber.created`. */
  event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
  /** The email's recipient, or the email address in the record. */
  email: f.optional(f.name()),
});

/** Conditions. Default: always. */
const place = () => ({
  /** Number of matches to skip first. */
  after: f.optional(f.integerFrom(0)),
  /** Maximum number of times the fault takes effect. */
  times: f.optional(f.integerFrom(1)),
  /** Probability of taking effect, 0 to 1. */
  probability: f.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Seed for `probability`, for repeatable runs. Default 1. */
  seed: f.optional(f.integerFrom(0)),
});

const entry = () =>
  z.strictObject({
    code: f.oneOf(...(Object.keys(VALIDATION_CODES) as [keyof typeof VALIDATION_CODES])),
    attribute: f.name(),
    message: f.optional(f.text()),
  });

/** Effects. */
const effect = () => ({
  /** Delay before anything else, in real milliseconds. */
  latency: f.optional(f.integerBetween(0, 600_000)),
  /** Response status, in the format of the interface. The request is not processed unless `done` is set. */
  status: f.optional(f.integerBetween(200, 599)),
  /** Error entries of a 422, or of a rejected record. */
  errors: f.optional(z.array(entry()).check(z.minLength(1))),
  /** Response headers. */
  headers: f.optional(z.record(z.string(), f.text())),
  /** The response body: JSON, or a string that is sent unchanged. Default: the body of the interface. */
  answer: f.optional(z.unknown()),
  /** Whether the request is processed before `status` is returned. */
  done: f.optional(f.boolean()),
  /** Drops the connection before the request is processed, or after it, so that only the response is lost. */
  drop: f.optional(f.oneOf('before', 'after')),
  /** Share of the response body after which the connection is dropped, 0 to below 1. */
  truncate: f.optional(z.number().check(z.gte(0), z.lt(1))),
  /** Throughput of the response body, in bytes per real second. */
  pace: f.optional(f.integerFrom(1)),
  /** Responds as if another request were updating the same subscriber. */
  conflict: f.optional(z.literal(true)),
  /** Rejects a record. */
  refuse: f.optional(z.literal(true)),
  /** Number of additional copies of a webhook delivery. */
  duplicate: f.optional(f.integerBetween(1, 10)),
  /** Seconds of server time to delay a webhook delivery, so that later ones overtake it. */
  hold: f.optional(f.integerBetween(1, 259_200)),
  /** Bounces an email. */
  bounce: f.optional(z.literal(true)),
});

/** The input that defines a fault. */
export const FaultInput = schema(() =>
  z.strictObject({
    /** Generated if omitted. */
    id: f.optional(f.name()),
    ...selection(),
    ...place(),
    ...effect(),
  }),
);
export interface FaultInput extends ReadonlyValues<z.infer<ReturnType<typeof FaultInput>>> {}

/** An active fault. */
export interface Fault extends FaultInput {
  readonly id: string;
  readonly on: FaultPlace;
  /** Number of matches. */
  readonly seen: number;
  /** Number of times it took effect. */
  readonly fired: number;
}

/** The properties that selectors are matched against. */
export interface FaultTarget {
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** As JSON. */
  readonly body?: unknown;
  readonly webhook?: string | undefined;
  readonly event?: string | undefined;
  readonly email?: string | undefined;
}

/** The effects that each place supports. */
const EFFECTS: Readonly<Record<FaultPlace, readonly (keyof FaultInput)[]>> = {
  request: [
    'latency',
    'status',
    'errors',
    'headers',
    'answer',
    'done',
    'drop',
    'truncate',
    'pace',
    'conflict',
  ],
  record: ['refuse', 'errors'],
  webhook: ['latency', 'status', 'drop', 'duplicate', 'hold'],
  email: ['bounce', 'drop'],
  content: ['latency', 'status', 'drop'],
};

/** The selectors that each place supports. */
const SELECTORS: Readonly<Record<FaultPlace, readonly (keyof FaultInput)[]>> = {
  request: ['account', 'operation', 'method', 'path', 'body'],
  record: ['account', 'operation', 'body', 'email'],
  webhook: ['account', 'webhook', 'event'],
  email: ['account', 'email'],
  content: ['account', 'path'],
};

/** Members that require another one. */
const COMPANIONS: readonly (readonly [keyof FaultInput, keyof FaultInput])[] = [
  ['done', 'status'],
  ['answer', 'status'],
  ['headers', 'status'],
  ['seed', 'probability'],
];

/** Mutually exclusive members. */
const MUTUALLY_EXCLUSIVE: readonly (readonly (keyof FaultInput)[])[] = [
  ['status', 'drop', 'truncate', 'conflict', 'hold'],
  ['drop', 'pace'],
  ['conflict', 'pace'],
  ['bounce', 'drop'],
];

export interface FaultSource {
  /** Returns the first fault that takes effect. Updates the counts, so call it once per piece of work. */
  next(place: FaultPlace, target: FaultTarget): MaybePromise<Fault | undefined>;
}

/** Thrown for an invalid fault. `problems` lists the reasons. */
export class FaultError extends ProblemsError {
  override readonly name = 'FaultError';
}

/** Validates a fault. Throws a `FaultError` for invalid or unknown members, and for a fault without effect. */
export function validateFault(fault: unknown): FaultInput {
  const problems = schemaProblems(FaultInput, fault);
  if (problems.length) throw new FaultError(problems);
  const rule = fault as FaultInput; // validated above
  const contradictions = findContradictions(rule);
  if (contradictions.length) throw new FaultError(contradictions);
  return rule;
}

function findContradictions(fault: FaultInput): string[] {
  const { on = 'request' } = fault;
  const has = (name: keyof FaultInput) => fault[name] !== undefined;
  const effects = EFFECTS[on];
  const everyEffect = new Set(Object.values(EFFECTS).flat());
  const everySelector = new Set(Object.values(SELECTORS).flat());
  const names = Object.keys(fault) as (keyof FaultInput)[]; // the schema is strict
  const strays = names.filter(
    (name) =>
      has(name) &&
      ((everyEffect.has(name) && !effects.includes(name)) ||
        (everySelector.has(name) && !SELECTORS[on].includes(name))),
  );
  return [
    ...strays.map((name) => `${name} does not go with on: '${on}'`),
    ...COMPANIONS.flatMap(([name, other]) => (has(name) && !has(other) ? [`${name} needs ${other}`] : [])),
    ...MUTUALLY_EXCLUSIVE.map((rivals) => rivals.filter(has))
      .filter((rivals) => rivals.length > 1)
      .map((names) => `${names.join(' and ')} cannot be combined`),
    ...(effects.some(has) ? [] : [`a fault on ${on} needs one of ${effects.join(', ')}`]),
    ...errorsWithout(fault),
    ...(fault.status !== undefined && fault.status < 400 && on === 'request' && !has('answer')
      ? [`status ${fault.status} needs answer`]
      : []),
  ];
}

const errorsWithout = ({ on = 'request', errors, status, refuse }: FaultInput) => {
  if (errors === undefined) return [];
  if (on === 'record') return refuse ? [] : ['errors needs refuse'];
  return status === 422 ? [] : ['errors needs status 422'];
};

export type Definition = FaultInput & { readonly id: string; readonly on: FaultPlace };

/** The number of matches of a fault, and the number of times that it took effect. */
interface Counts {
  readonly seen: number;
  readonly fired: number;
}

/** Whether a fault's selectors match. */
export function appliesTo(fault: Definition, target: FaultTarget): boolean {
  const isSame = (name: 'account' | 'operation' | 'method' | 'webhook' | 'event') =>
    fault[name] === undefined || fault[name] === target[name];
  return (
    isSame('account') &&
    isSame('operation') &&
    isSame('method') &&
    isSame('webhook') &&
    isSame('event') &&
    (fault.email === undefined || fault.email.toLowerCase() === target.email?.toLowerCase()) &&
    (fault.path === undefined || pathPattern(fault.path).test(target.path ?? '')) &&
    (fault.body === undefined || recordsIn(target.body).some((record) => matches(fault.body, record)))
  );
}

/** Whether a fault has taken effect as often as it may. Its matches are no longer counted. */
export const isUsedUp = ({ times = Number.POSITIVE_INFINITY }: Definition, { fired }: Counts): boolean =>
  fired >= times;

/** The counts after one more match of a fault that is not used up. `fired` grows if the fault takes effect. */
export function countMatch(fault: Definition, { seen, fired }: Counts): Counts {
  const { after = 0, probability = 1, seed = 1 } = fault;
  const isHit = seen >= after && (probability >= 1 || drawAt(seed, seen - after) < probability);
  return { seen: seen + 1, fired: isHit ? fired + 1 : fired };
}

/** The fault that would take effect on the next piece of work, without counting a match. */
export const nextHit = (
  faults: readonly Fault[],
  place: FaultPlace,
  target: FaultTarget,
): Fault | undefined =>
  faults.find((rule) => {
    const { fault, ...counts } = countsOf(rule);
    if (rule.on !== place || !appliesTo(fault, target) || isUsedUp(fault, counts)) return false;
    return countMatch(fault, counts).fired > counts.fired;
  });

/** A fault with its counts. */
export const publicFault = ({ fault, seen, fired }: { readonly fault: Definition } & Counts): Fault => ({
  ...fault,
  seen,
  fired,
});

export function countsOf({ seen, fired, ...fault }: Fault): { readonly fault: Definition } & Counts {
  return { fault, seen, fired };
}

/** The faults of a server, in the order of addition: in memory, or in the database that several servers share. */
export interface FaultRules extends FaultSource {
  /** Notified when this server adds, removes or counts a fault, with its account; undefined for faults of all accounts. */
  readonly changes: Pick<Listeners<[accountId: string | undefined]>, 'subscribe'>;
  readonly isEmpty: boolean;
  has(place: FaultPlace): boolean;
  /** Adds a fault. Throws a `FaultError` for an invalid one. */
  add(input: FaultInput): MaybePromise<Fault>;
  list(account?: string): MaybePromise<Fault[]>;
  /** Removes one fault, those of an account, or all. Returns the number removed. */
  clear(choice?: FaultChoice): MaybePromise<number>;
  /** Restores faults returned by `list`, including their counts. */
  restore(faults: readonly Fault[], account?: string): MaybePromise<void>;
  /** Reads the faults that other servers have added and removed. */
  refresh(): MaybePromise<void>;
}

/** Which faults to remove. Default: all. */
export interface FaultChoice {
  readonly id?: string | undefined;
  readonly account?: string | undefined;
}
