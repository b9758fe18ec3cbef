import type { UnsubscribeInput } from '../contract/unsubscribes.ts';
import { unsubscribes } from '../contract/unsubscribes.ts';
import type { CallOptions } from '../options.ts';
import type { Call } from '../transport/call.ts';
import { Resource } from './resource.ts';

/** Unsubscribing many people at once. */
export class Unsubscribes extends Resource {
  /**
   * Unsubscribes 1 to 1000 people, each named by email address, from all mailings, in the background.
   *
   * Counted as a batch. Interface: "Subscribers", "Limits".
   *
   * @throws {@link InputError} naming the index and fault of each record that cannot be right; nothing is sent then.
   */
  createBatch(records: readonly UnsubscribeInput[], options?: CallOptions): Call<undefined> {
    return this.call(unsubscribes.createBatch, { body: records, options });
  }
}
