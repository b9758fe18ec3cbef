import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';

/** How the caller writes an operation, `client.subscribers.upsert`; and its batch, where it has one. */
export function operationName(endpoint: Endpoint<unknown>): { call: string; batch: string | undefined } {
  for (const [noun, operations] of Object.entries(contract)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation === endpoint) {
        const batch = `${method}Batch`;
        return {
          call: `client.${noun}.${method}`,
          batch: batch in operations ? `client.${noun}.${batch}` : undefined,
        };
      }
    }
  }
  return { call: endpoint.path, batch: undefined };
}
