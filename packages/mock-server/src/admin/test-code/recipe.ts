import type { Seed } from '../../seed/schema.ts';

/** A request of a test. */
export interface Step {
  readonly method: string;
  /** With its query, still encoded. */
  readonly path: string;
  /** JSON, or a string that is sent as it is; absent without a body. */
  readonly body?: unknown;
  /** The status that it was answered with. */
  readonly status: number;
  /** Milliseconds on the account's clock since the request before it; 0 for the first one. */
  readonly delay: number;
}

/** What a test does and expects, in any language. */
export interface Recipe {
  readonly title: string;
  /** What it was recorded from, as a sentence for a comment. */
  readonly origin: string;
  /** The account before the requests. Its only token is {@link TOKEN}. */
  readonly seed: Seed;
  /** The time of the first request on the account's clock, ISO 8601 with milliseconds. */
  readonly now: string;
  readonly steps: readonly Step[];
  /** Milliseconds that pass after the last request. */
  readonly rest: number;
  /** What followed: the sentences of the last request's trace, or the changes since the start. */
  readonly expected: { readonly trace: readonly string[] } | { readonly changes: readonly string[] };
}

/** The API token of the account in a test. Tokens of the recorded account stay secret. */
export const TOKEN = 'test_token';

/** What changes by itself, or differs since the account of a test is offline. */
export const IGNORED_NOUNS: readonly string[] = [
  'jobs',
  'outcomes',
  'webhook_deliveries',
  'webhook_failures',
  'notices',
];
