import type { contract, Endpoint } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import type { Services } from '../../domain/context/services.ts';
import type { Report } from '../../observe/log/log-entry.ts';
import type { Warning } from '../../shared/coercion/findings.ts';
import type { TokenRow } from '../../store/tables/accounts.ts';
import type { Limits, Updates } from './limits.ts';
import type { RequestContext } from './record-request.ts';
import type { Reply } from './reply.ts';

/** The parts that a server needs to answer requests on behalf of the service. */
export interface ApiServer extends Limits {
  readonly services: Services;
  readonly updates: Updates;
  /** Maximum body in bytes. */
  readonly bodyLimit: number;
  /** The server's public URL, if it differs from the request's. */
  readonly publicUrl?: string | undefined;
  /** Whether requests with warnings are rejected. */
  readonly strict: boolean;
  readonly report: Report;
}

export interface OperationRequest extends Pick<RequestContext, 'address' | 'entry'> {
  readonly endpoint: Endpoint;
  /** For example `subscribers.upsert`. */
  readonly operation: string;
  readonly handler: (call: Call) => Promise<Reply>;
  readonly request: Request;
  /** The decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly warnings: readonly Warning[];
}

/** An authenticated, validated request in a transaction. */
export interface Call<Input = unknown, Query = unknown> {
  readonly context: Context;
  readonly user: TokenRow;
  /** The server's URL without a trailing slash. */
  readonly baseUrl: string;
  /** The decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly input: Input;
}

export type Handler<E> =
  E extends Endpoint<infer Input, infer Output, infer Query>
    ? (call: Call<Input, Query>) => Promise<Reply<Output>>
    : never;

/** The nouns under `/v2` and `/v3`. */
export type ApiNoun = Exclude<keyof typeof contract, 'oauth'>;

export type Handlers<Noun extends ApiNoun> = {
  readonly [Method in keyof (typeof contract)[Noun]]: Handler<(typeof contract)[Noun][Method]>;
};

export type Api = { readonly [Noun in ApiNoun]: Handlers<Noun> };

export const noContent =
  <Input, Query>(work: (call: Call<Input, Query>) => Promise<unknown>) =>
  async (call: Call<Input, Query>): Promise<Reply<undefined>> => {
    await work(call);
    return { output: undefined };
  };
