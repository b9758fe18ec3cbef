import { contract, type Endpoint } from '@trickle/sdk/contract';

/** A query in the names of the contract: `enabled` is an old name of a conversion's status `active`. */
// Unspecified: U-14
export function modernQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, string> {
  const isOld = endpoint === contract.goals.list && query.status === 'enabled';
  return isOld ? { ...query, status: 'active' } : query;
}
