import { describe, expect, it } from 'vitest';
import { issuesIn, scenarios, startServer } from './harness.ts';
import { list, mailingAccount, one, pluck } from './mailing-account.ts';
import { shareServers } from './shared-servers.ts';
import { expectSorted } from './sorted-list.ts';

const serverWith = shareServers();

scenarios('conversions', (start) => {
  // proves: endpoint GET /v2/{account_id}/goals/{conversion_id}
  it('goals show every field, with defaults', async () => {
    const full = {
      id: '2',
      name: 'Full',
      url: 'https://acme.test/thanks',
      status: 'disabled' as const,
      default_value: 2_147_483_646,
      counting_method: 'one_per_visitor' as const,
      created_at: '2026-01-02T03:04:05Z',
    };
    await using server = await start({ seed: mailingAccount({ goals: [{ id: '1', name: 'Bare' }, full] }) });
    const links = { account: '9999999' };
    expect(await one(server, 'goals/1')).toEqual({
      id: '1',
      href: `${server.url}/v2/9999999/goals/1`,
      name: 'Bare',
      status: 'active',
      default_value: 0,
      counting_method: 'all',
      created_at: '2026-03-06T12:00:00Z',
      links,
    });
    expect(await one(server, 'goals/2')).toEqual({
      ...full,
      href: `${server.url}/v2/9999999/goals/2`,
      links,
    });
  });
});

describe('the list of conversions', () => {
  const goals = [
    { id: '1', name: 'b', created_at: '2026-01-03' },
    { id: '2', name: 'a', status: 'disabled' as const, created_at: '2026-01-02' },
    { id: '3', name: 'b', created_at: '2026-01-02' },
  ];

  // proves: endpoint GET /v2/{account_id}/goals
  // U-33
  // proves: note The conversion list takes status, sort and direction
  it.each([
    ['', ['2', '3', '1']],
    ['?direction=desc', ['1', '3', '2']],
    ['?sort=name', ['2', '1', '3']],
    ['?sort=name&direction=desc', ['3', '1', '2']],
    ['?status=active', ['3', '1']],
    ['?status=disabled', ['2']],
    ['?status=all', ['2', '3', '1']],
  ])('the list of conversions is filtered and sorted by %s, without pages', async (query, ids) => {
    const server = await serverWith(mailingAccount({ goals }));
    await expectSorted(server, 'goals', query, { ids, isPaged: false });
  });

  // U-14
  it('the list of conversions reads enabled as active', async () => {
    await using server = await startServer({ seed: mailingAccount({ goals }) });
    const { meta, items } = await list(server, 'goals?status=enabled');
    expect(pluck(items, 'id')).toEqual(['3', '1']);
    expect(meta).toMatchObject({ status: 'active' });
    expect(issuesIn(await server.get('campaigns?status=enabled'))).toEqual(['status: format_error']);
  });
});
