import { field as f, schema, VALIDATION_CODES, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import type { MaybePromise } from '../shared/values/maybe-promise.ts';
import { OPERATION_NAMES } from '../shared/values/operation-names.ts';
import type { ReadonlyValues } from '../store/records/with-defaults.ts';

/*
 * Fault definitions: plain JSON, with the same members in code, in the admin API and in files for `--faults`.
 */

/** Places where faults can be injected. */
export const FAULT_PLACES = ['request', 'record', 'webhook', 'email', 'content'] as const;
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
export const EFFECTS: Readonly<Record<FaultPlace, readonly (keyof FaultInput)[]>> = {
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
export const SELECTORS: Readonly<Record<FaultPlace, readonly (keyof FaultInput)[]>> = {
  request: ['account', 'operation', 'method', 'path', 'body'],
  record: ['account', 'operation', 'body', 'email'],
  webhook: ['account', 'webhook', 'event'],
  email: ['account', 'email'],
  content: ['account', 'path'],
};

/** Members that require another one. */
export const COMPANIONS: readonly (readonly [keyof FaultInput, keyof FaultInput])[] = [
  ['done', 'status'],
  ['answer', 'status'],
  ['headers', 'status'],
  ['seed', 'probability'],
];

/** Mutually exclusive members. */
export const MUTUALLY_EXCLUSIVE: readonly (readonly (keyof FaultInput)[])[] = [
  ['status', 'drop', 'truncate', 'conflict', 'hold'],
  ['drop', 'pace'],
  ['conflict', 'pace'],
  ['bounce', 'drop'],
];

/** A source of faults. */
export interface FaultSource {
  /**
   * Returns the first fault that takes effect on this piece of work. Updates the counts, so call it once per piece of
   * work.
   */
  next(place: FaultPlace, target: FaultTarget): MaybePromise<Fault | undefined>;
}
