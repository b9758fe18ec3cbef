import type { contract, Endpoint } from '@trickle/sdk/contract';
import type { TokenRow } from '../store/accounts.ts';
import type { Context } from '../world/context.ts';
import type { Reply } from './output.ts';

/** One authenticated, validated request, within one transaction. */
export interface Call<Input = unknown, Query = unknown> {
  readonly context: Context;
  readonly user: TokenRow;
  /** Where this server is reached, without a slash at the end. */
  readonly baseUrl: string;
  /** The path's placeholders, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly input: Input;
}

/** Answers the calls to one endpoint. */
export type Handler<E> =
  E extends Endpoint<infer Input, infer Output, infer Query>
    ? (call: Call<Input, Query>) => Promise<Reply<Output>>
    : never;

/** The nouns that live under `/v2` and `/v3`. */
export type ApiNoun = Exclude<keyof typeof contract, 'oauth'>;

/** The handlers of one noun: none may be missing. */
export type Handlers<Noun extends ApiNoun> = {
  readonly [Method in keyof (typeof contract)[Noun]]: Handler<(typeof contract)[Noun][Method]>;
};

/** The handlers of every endpoint. */
export type Api = { readonly [Noun in ApiNoun]: Handlers<Noun> };
