import type { Page } from '../contract/schema/envelope.ts';
import type { WithResponse } from './api-promise.ts';
import type { RequestSummary } from './errors.ts';

/** The result of a call with its response, and its request for errors. */
export interface Answered<T> extends WithResponse<T> {
  readonly request: RequestSummary;
}

/** Fetches a page by number, from 1. The signal aborts the request. */
export type FetchPage<Item> = (page: number, signal: AbortSignal) => Promise<Answered<Page<Item>>>;
