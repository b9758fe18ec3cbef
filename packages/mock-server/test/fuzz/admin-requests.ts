import { adminRoutes } from '../../src/admin/http/routes.ts';

const SUBSCRIBERS = 10_000;

const address = (i: number) => `p${i}@heavy.test`;

/** The data of a large account, as in a seed. */
export const LARGE_ACCOUNT = {
  subscribers: Array.from({ length: SUBSCRIBERS }, (_, i) => ({
    email: address(i),
    tags: ['a', 'b', 'c', `t${i % 500}`],
    custom_fields: { size: String(i), color: 'red' },
  })),
  events: Array.from({ length: SUBSCRIBERS }, (_, i) => ({
    email: address(i),
    action: 'Rowed',
    properties: { lap: i },
    occurred_at: '2026-01-01T00:00:00Z',
  })),
};

const NAME = 'first';

/** The inputs of operations that do nothing without. */
const INPUTS: Readonly<Record<string, object>> = {
  'checkpoints.take': { name: NAME },
  'accounts.create': { seed: { id: '7777777' } },
  'requests.expect': { filter: { body: { email: 'nobody@heavy.test' } } },
  'requests.find': { body: { email: address(1) } },
};

/** Those that the others need come first, and those that delete come last. */
const ORDER = ['checkpoints.take', 'GET', 'rehearsal.begin', 'rehearsal.end', 'POST', 'PUT', 'DELETE'];
const LAST = ['server.reset', 'accounts.remove'];

/** A request for each operation of the admin API, about an account. Most that name a record are answered with 404. */
export function adminRequests(accountId: string) {
  const rank = ({ name, method }: (typeof adminRoutes)[number]) =>
    LAST.includes(name)
      ? ORDER.length + LAST.indexOf(name)
      : ORDER.indexOf(ORDER.includes(name) ? name : method);
  return adminRoutes
    .toSorted((one, other) => rank(one) - rank(other))
    .map((route) => {
      const { name, method } = route;
      const path = route.path.replace('{account_id}', accountId).replace(/\{\w+\}/g, NAME);
      const body = { ...INPUTS[name] };
      return { name, method, path, body: method === 'GET' || method === 'DELETE' ? undefined : body };
    });
}
