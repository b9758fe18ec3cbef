import { field as f, schema, VALIDATION_CODES, WEBHOOK_EVENTS } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { OPERATION_NAMES } from '../values/operation-names.ts';

/*
 * A fault that is put in the way of what the server does. Plain JSON, with the same members in-process, over the
 * admin API and in a file of the command line.
 */

/** What a fault may be put in the way of. */
export const FAULT_PLACES = ['request', 'record', 'webhook', 'email', 'content'] as const;
export type FaultPlace = (typeof FAULT_PLACES)[number];

/** Which ones are meant; what is left out may be anything. */
const selection = () => ({
  /** What is disturbed: a request (the default), a record of a batch, a webhook, an email or a content request. */
  on: f.optional(f.oneOf(...FAULT_PLACES)),
  /** The id of an account. */
  account: f.optional(f.name()),
  /** As in `subscribers.upsert`. */
  operation: f.optional(f.oneOf(...OPERATION_NAMES)),
  method: f.optional(f.oneOf('GET', 'POST', 'PUT', 'DELETE')),
  /** `*` stands for anything within a part of the path, `**` for anything. */
  path: f.optional(f.name()),
  /** What the body, or any record in it, holds at least. */
  body: f.optional(f.properties()),
  /** The id of a webhook. */
  webhook: f.optional(f.name()),
  /** As in `subscriber.created`. */
  event: f.optional(f.oneOf(...WEBHOOK_EVENTS)),
  /** The address that an email goes to, or whose record it is. */
  email: f.optional(f.name()),
});

/** When the fault takes effect: always, unless it says otherwise. */
const place = () => ({
  /** How many are let pass first. */
  after: f.optional(f.integerFrom(0)),
  /** How many are disturbed; then the fault is spent. */
  times: f.optional(f.integerFrom(1)),
  /** The share that is disturbed, 0 to 1. */
  probability: f.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Makes chance the same in every run. Default 1. */
  seed: f.optional(f.integerFrom(0)),
});

const entry = () =>
  z.strictObject({
    code: f.oneOf(...(Object.keys(VALIDATION_CODES) as [keyof typeof VALIDATION_CODES])),
    attribute: f.name(),
    message: f.optional(f.text()),
  });

/** What it does. */
const effect = () => ({
  /** Real milliseconds to wait before anything else. */
  latency: f.optional(f.integerBetween(0, 600_000)),
  /** The status of the answer, in the interface's own shape. Nothing is done, unless `done` says so. */
  status: f.optional(f.integerBetween(200, 599)),
  /** The entries of a 422, or why a record is refused. */
  errors: f.optional(z.array(entry()).check(z.minLength(1))),
  /** Headers of the answer. */
  headers: f.optional(z.record(z.string(), f.text())),
  /** The body of the answer in place of the interface's: JSON, or a text that is sent as it is. */
  answer: f.optional(z.unknown()),
  /** Whether the work is done before `status` is answered. */
  done: f.optional(f.boolean()),
  /** Drops the connection before the work is done, or after it, so that only the answer is lost. */
  drop: f.optional(f.oneOf('before', 'after')),
  /** The share of the answer's body after which the connection is dropped, 0 to below 1. */
  truncate: f.optional(z.number().check(z.gte(0), z.lt(1))),
  /** How slowly the answer's body comes: bytes in a real second. */
  pace: f.optional(f.integerFrom(1)),
  /** Answers as if another request were updating the same person. */
  conflict: f.optional(z.literal(true)),
  /** Refuses a record. */
  refuse: f.optional(z.literal(true)),
  /** How many times more a webhook's notification is sent. */
  duplicate: f.optional(f.integerBetween(1, 10)),
  /** For how many seconds of the server's clock a notification is held back, so that later ones overtake it. */
  hold: f.optional(f.integerBetween(1, 259_200)),
  /** Lets an email bounce. */
  bounce: f.optional(z.literal(true)),
});

/** A fault as it is asked for. */
export const FaultInput = schema(() =>
  z.strictObject({
    /** Made when left out. */
    id: f.optional(f.name()),
    ...selection(),
    ...place(),
    ...effect(),
  }),
);
export interface FaultInput extends z.infer<ReturnType<typeof FaultInput>> {}

/** A fault that is in the way. */
export interface Fault extends FaultInput {
  readonly id: string;
  readonly on: FaultPlace;
  /** How many it was meant for. */
  readonly seen: number;
  /** How many it disturbed. */
  readonly fired: number;
}

/** What may be disturbed, as far as it is known. */
export interface FaultTarget {
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** JSON. */
  readonly body?: unknown;
  readonly webhook?: string | undefined;
  readonly event?: string | undefined;
  readonly email?: string | undefined;
}

/** What each place knows of effects. */
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

/** What each place can be selected by. */
export const SELECTORS: Readonly<Record<FaultPlace, readonly (keyof FaultInput)[]>> = {
  request: ['account', 'operation', 'method', 'path', 'body'],
  record: ['account', 'operation', 'body', 'email'],
  webhook: ['account', 'webhook', 'event'],
  email: ['account', 'email'],
  content: ['account', 'path'],
};

/** Members that go with another one only. */
export const COMPANIONS: readonly (readonly [keyof FaultInput, keyof FaultInput])[] = [
  ['done', 'status'],
  ['answer', 'status'],
  ['headers', 'status'],
  ['seed', 'probability'],
];

/** Members that exclude each other. */
export const RIVALS: readonly (readonly (keyof FaultInput)[])[] = [
  ['status', 'drop', 'truncate', 'conflict', 'hold'],
  ['drop', 'pace'],
  ['conflict', 'pace'],
  ['bounce', 'drop'],
];

/** What is put in the way of the server's work on purpose. */
export interface FaultSource {
  /** The fault that disturbs this piece of work. It counts as having met it: ask once for each. */
  next(place: FaultPlace, target: FaultTarget): Fault | undefined;
}
