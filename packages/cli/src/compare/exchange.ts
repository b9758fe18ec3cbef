import {
  contract,
  type definitionOf,
  type Endpoint,
  ErrorBody,
  MalformedBody,
  RateLimitBody,
  type Schema,
} from '@trickle/sdk/contract';
import type { OperationName } from './scenario.ts';

export type Type = Parameters<typeof definitionOf>[0];

/** A response, with addresses, the account and the URL of the service replaced by placeholders. */
export interface Exchange {
  readonly call: OperationName;
  /** 0 without a response. */
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; another body as a string; undefined for none. */
  readonly body?: unknown;
}

export interface Run {
  readonly scenario: string;
  readonly exchanges: readonly Exchange[];
  /** The place without a value that ended the run early. */
  readonly stopped?: string;
  /** The step, from 0, that ended the run: the server did not answer (status 0) or failed. */
  readonly undecided?: { readonly step: number } & Pick<Exchange, 'call' | 'status'>;
}

/** The headers that the interface describes. */
export const HEADERS = [
  'content-type',
  'location',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'www-authenticate',
] as const;

export function endpointOf(call: OperationName): Endpoint {
  const [noun = '', method = ''] = call.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, unknown>>>> = contract;
  return nouns[noun]?.[method] as Endpoint; // the type of the name
}

export function bodyTypeOf({ call, status }: Exchange): ReturnType<Schema> | undefined {
  const { status: success, response } = endpointOf(call);
  if (status === success) return response.wire?.();
  if (status === 400) return MalformedBody();
  if (status === 429) return RateLimitBody();
  return status > 401 ? ErrorBody() : undefined;
}
