import type { Server } from '@trickle/mock-server';

/**
 * Adds data that no call can create: a failed job, and a token that a user granted to an application. Both are written
 * into the server's exported state.
 */
export async function addLeftovers(server: Server): Promise<void> {
  const state = await server.exportState();
  const { jobs = [], tokens = [], users = [] } = state.tables;
  const [owner] = users;
  const at = server.time.now();
  const failed = {
    ...{ account_id: '9999999', id: 'failed-planning-of-campaign-113', kind: 'campaign_planning' },
    ...{ clock_id: '', queue: '', lane: null, run_at: at.getTime(), claimed_by: null },
    input: JSON.stringify({ campaignId: '113', after: 0 }),
    failure: 'Error: the campaign changed while its emails were planned',
  };
  const granted = {
    ...{ token: 'demo_oauth_token', kind: 'oauth', user_id: owner?.id ?? null, client_id: 'app1' },
    created_at: at.toISOString(),
  };
  await server.importState({
    ...state,
    tables: { ...state.tables, jobs: [...jobs, failed], tokens: [...tokens, granted] },
  });
}
