import type { Client } from '@trickle/sdk';
import type { Operation } from './operations.ts';

type ClientMethod = (...parameters: readonly unknown[]) => PromiseLike<unknown>;

export function methodOf(client: Client, { noun, method }: Operation): ClientMethod {
  // The contract and the client use the same names; a test verifies this.
  const resource = client[noun as keyof Client] as unknown as Record<string, ClientMethod>;
  return (...parameters) => (resource[method] as ClientMethod).apply(resource, [...parameters]);
}
