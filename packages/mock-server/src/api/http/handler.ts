import type { contract, Endpoint } from '@trickle/sdk/contract';
import type { Context } from '../../domain/context/context.ts';
import type { TokenRow } from '../../store/tables/accounts.ts';
import type { Reply } from './output.ts';

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

/** Handles calls to an endpoint. */
export type Handler<E> =
  E extends Endpoint<infer Input, infer Output, infer Query>
    ? (call: Call<Input, Query>) => Promise<Reply<Output>>
    : never;

/** The nouns under `/v2` and `/v3`. */
export type ApiNoun = Exclude<keyof typeof contract, 'oauth'>;

/** The handlers of a noun, one per endpoint. */
export type Handlers<Noun extends ApiNoun> = {
  readonly [Method in keyof (typeof contract)[Noun]]: Handler<(typeof contract)[Noun][Method]>;
};

/** The handlers of every endpoint. */
export type Api = { readonly [Noun in ApiNoun]: Handlers<Noun> };
