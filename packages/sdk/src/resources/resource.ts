import { BulkJob } from '../bulk/bulk-job.ts';
import type { BulkOptions, BulkSource } from '../bulk/options.ts';
import type { Page } from '../contract/schema/envelope.ts';
import type { ApiPromise } from '../core/api-promise.ts';
import type { PageCall } from '../core/pagination.ts';
import type { Operation } from '../transport/operation.ts';
import type { CallArguments, Transport } from '../transport/transport.ts';

/** Base class of the methods of one noun. */
export abstract class Resource {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected call<Input, Output, Query>(
    operation: Operation<Input, Output, Query>,
    parameters: CallArguments<Input, Query>,
  ): ApiPromise<Output> {
    return this.#transport.call(operation, parameters);
  }

  /** Runs an operation that returns a page of a collection. */
  protected page<Item, Query>(
    operation: Operation<unknown, Page<Item>, Query>,
    parameters: CallArguments<never, Query>,
  ): PageCall<Item> {
    return this.#transport.page(operation, parameters);
  }

  /** Runs a batch operation on any number of records. */
  protected bulk<Input, Output>(
    operation: Operation<readonly Input[], Output>,
    source: BulkSource<Input>,
    options: BulkOptions<Input, Output> = {},
  ): BulkJob<Input, Output> {
    return new BulkJob({ transport: this.#transport, operation, source, options });
  }
}
