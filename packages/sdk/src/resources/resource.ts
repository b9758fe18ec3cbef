import { BulkJob } from '../bulk/bulk-job.ts';
import type { SendBatch } from '../bulk/chunk-sender.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Page } from '../contract/envelope.ts';
import type { PageCall } from '../pagination.ts';
import type { Call } from '../transport/call.ts';
import type { CallArguments, Transport } from '../transport/transport.ts';

/** The methods of one noun. */
export abstract class Resource {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Carries out an operation. */
  protected call<Input, Output, Query>(
    endpoint: Endpoint<Input, Output, Query>,
    given: CallArguments<Input, Query>,
  ): Call<Output> {
    return this.#transport.call(endpoint, given);
  }

  /** Carries out an operation that gives a page of a collection. */
  protected page<Item, Query>(
    endpoint: Endpoint<unknown, Page<Item>, Query>,
    given: CallArguments<never, Query>,
  ): PageCall<Item> {
    return this.#transport.page(endpoint, given);
  }

  /** Carries out a batch operation on any number of records. */
  protected bulk<Input, Output>(
    endpoint: Endpoint<readonly Input[], Output>,
    source: BulkSource<Input>,
    options: BulkOptions<Input, Output> = {},
  ): BulkJob<Input, Output> {
    const send: SendBatch<Input, Output> = (records, options, beforeSending) =>
      this.#transport.call(endpoint, { body: records, options, beforeSending });
    return new BulkJob({ endpoint, send, source, options, isChecking: this.#transport.isChecking });
  }
}
