import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';

interface Name {
  readonly call: string;
  readonly batch: string | undefined;
}

/** By endpoint; made when one is asked for. */
let names: Map<unknown, Name> | undefined;

/** How the caller writes an operation, `client.subscribers.upsert`; and its batch, where it has one. */
export function operationName(endpoint: Endpoint<unknown>): Name {
  names ??= allNames();
  return names.get(endpoint) ?? { call: endpoint.path, batch: undefined };
}

function allNames(): Map<unknown, Name> {
  const all = new Map<unknown, Name>();
  for (const [noun, operations] of Object.entries(contract)) {
    for (const [method, operation] of Object.entries(operations)) {
      const call = `client.${noun}.${method}`;
      all.set(operation, { call, batch: `${method}Batch` in operations ? `${call}Batch` : undefined });
    }
  }
  return all;
}
