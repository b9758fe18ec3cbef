import { expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';

test.each([
  ['GET /_admin/clock', {}, '/_admin/clock', undefined],
  [
    'GET /_admin/jobs',
    { state: 'waiting', kind: undefined, cursor: '', limit: 0 },
    '/_admin/jobs?state=waiting&limit=0',
    undefined,
  ],
  ['GET /_admin/requests', { body: { a: 1 } }, '/_admin/requests?body=%7B%22a%22%3A1%7D', undefined],
  ['DELETE /_admin/accounts/{account_id}', { account_id: 'a/b?' }, '/_admin/accounts/a%2Fb%3F', undefined],
  [
    'POST /_admin/{noun}/{id}/open',
    { noun: 'mail', id: '7', account_id: '1', url: '' },
    '/_admin/mail/7/open',
    '{"account_id":"1","url":""}',
  ],
  ['PUT /_admin/{id}', { id: '7' }, '/_admin/7', '{}'],
])('%s with %j is a request to %s', (route, input, path, body) => {
  expect(adminRequest(route, input)).toEqual({ method: route.split(' ')[0], path, body });
});
