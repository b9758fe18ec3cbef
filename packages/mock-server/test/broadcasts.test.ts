import { describe, expect, it } from 'vitest';
import { scenarios, startServer } from './harness.ts';
import { list, mailingAccount, one, pluck } from './mailing-account.ts';
import { shareServers } from './shared-servers.ts';
import { expectSorted } from './sorted-list.ts';

const serverWith = shareServers();

const full = {
  id: '2',
  name: 'Full',
  status: 'scheduled' as const,
  from_name: 'Acme',
  from_email: 'crew@acme.test',
  postal_address: '1 Harbor Way',
  bcc: 'log@acme.test',
  localize_sending_time: true,
  send_at: '2026-05-01T17:00:00+02:00',
  subject: 'Oars',
  html_body: '<p>Row on.</p>',
  text_body: 'Row on.',
  created_at: '2026-01-02T03:04:05Z',
};

scenarios('broadcasts', (start) => {
  // proves: endpoint GET /v2/{account_id}/broadcasts/{broadcast_id}
  it('broadcasts show every field, with defaults', async () => {
    const seed = mailingAccount({ broadcasts: [{ id: '1', name: 'Bare' }, full] });
    await using server = await start({ seed });
    const links = { account: '9999999' };
    expect(await one(server, 'broadcasts/1')).toEqual({
      id: '1',
      status: 'draft',
      name: 'Bare',
      localize_sending_time: false,
      bcc: null,
      created_at: '2026-03-06T12:00:00Z',
      href: `${server.url}/v2/9999999/broadcasts/1`,
      subject: '',
      html_body: '',
      text_body: '',
      links,
    });
    expect(await one(server, 'broadcasts/2')).toEqual({
      ...full,
      send_at: '2026-05-01T15:00:00Z',
      href: `${server.url}/v2/9999999/broadcasts/2`,
      links,
    });
  });
});

describe('the list of broadcasts', () => {
  const broadcasts = [
    { id: '1', name: 'b', status: 'sent' as const, send_at: '2026-02-02', created_at: '2026-01-03' },
    { id: '2', name: 'a', status: 'draft' as const, created_at: '2026-01-02' },
    { id: '3', name: 'B', status: 'scheduled' as const, send_at: '2026-05-01', created_at: '2026-01-02' },
    { id: '4', name: 'c', status: 'canceled' as const, created_at: '2026-01-01' },
    { id: '5', name: 'd', status: 'sending' as const, send_at: '2026-03-06', created_at: '2026-01-04' },
  ];

  // proves: endpoint GET /v2/{account_id}/broadcasts
  // U-50
  // proves: note The broadcast list takes status, sort and direction
  // U-14
  it.each([
    ['', ['4', '2', '3', '1', '5']],
    ['?direction=desc', ['5', '1', '3', '2', '4']],
    ['?sort=name', ['2', '1', '3', '4', '5']],
    ['?sort=name&direction=desc', ['5', '4', '3', '1', '2']],
    ['?sort=send_at', ['1', '5', '3', '2', '4']],
    ['?sort=send_at&direction=desc', ['3', '5', '1', '4', '2']],
    ['?status=draft', ['2']],
    ['?status=scheduled', ['3']],
    ['?status=sent', ['1']],
    ['?status=all', ['4', '2', '3', '1', '5']],
  ])('the list of broadcasts is filtered and sorted by %s, with missing times last', async (query, ids) => {
    const server = await serverWith(mailingAccount({ broadcasts }));
    await expectSorted(server, 'broadcasts', query, { ids });
  });

  it('the list of broadcasts has pages of 100', async () => {
    const many = Array.from({ length: 201 }, (_, i) => ({ id: `${i}`, name: 'Same' }));
    await using server = await startServer({ seed: mailingAccount({ broadcasts: many }) });
    const { meta, items } = await list(server, 'broadcasts?sort=name&page=3');
    expect(pluck(items, 'id')).toEqual(['200']);
    expect(meta).toMatchObject({ page: 3, count: 1, total_pages: 3, total_count: 201 });
  });
});
