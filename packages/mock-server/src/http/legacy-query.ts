import { contract, type Endpoint } from '@trickle/sdk/contract';

/** Lists of every status unless one is asked for. */
const unfiltered: readonly Endpoint[] = [
  contract.broadcasts.list,
  contract.campaigns.list,
  contract.workflows.list,
];

/**
 * A query in the names of the contract: `enabled` is an old name of a conversion's status `active`, and older clients
 * ask for `all` where today nothing is said.
 */
// Unspecified: U-14
export function legacyQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, string> {
  if (endpoint === contract.goals.list && query.status === 'enabled') return { ...query, status: 'active' };
  if (query.status !== 'all' || !unfiltered.includes(endpoint)) return query;
  const { status, ...rest } = query;
  return rest;
}
