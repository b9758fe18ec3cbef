import { contract, type Endpoint } from '@trickle/sdk/contract';

/** Lists that are not filtered by status by default. */
const unfiltered: readonly Endpoint[] = [
  contract.broadcasts.list,
  contract.campaigns.list,
  contract.workflows.list,
];

/**
 * Maps a legacy query to the contract: `enabled` is an old name of a conversion's status `active`, and older clients
 * send `all` where the parameter is now omitted.
 */
// Unspecified: U-14
export function legacyQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, string> {
  if (endpoint === contract.goals.list && query.status === 'enabled') return { ...query, status: 'active' };
  if (query.status !== 'all' || !unfiltered.includes(endpoint)) return query;
  const { status, ...rest } = query;
  return rest;
}
