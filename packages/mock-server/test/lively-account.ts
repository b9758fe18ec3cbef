import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import type { Start, TestServer } from './harness.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** The token of an account's owner. */
const tokenOf = (id: string) => (id === '9999999' ? TOKENS.owner : `token-${id}`);

/** An account with much activity. All names contain `mark`, so that tests recognize its records. */
export const livelyAccount = (id: string, mark = `of-${id}`): AccountSeed => ({
  id,
  name: mark,
  default_from_email: `crew@${mark}.test`,
  default_postal_address: '1 Harbor Way, Duluth MN',
  lead_scoring: { threshold: 40, points: { 'Signed up': 10 } },
  users: [{ email: `owner@${mark}.test`, token: tokenOf(id) }],
  subscribers: [
    { id: 'ann', email: `ann@${mark}.test`, first_name: 'Ann', last_name: mark, tags: ['crew'] },
    { id: 'bob', email: `bob@${mark}.test`, base_lead_score: 5 },
  ],
  campaigns: [
    {
      id: '1',
      name: mark,
      status: 'active',
      start_immediately: true,
      emails: [
        {
          id: 'e1',
          subject: `Ahoy ${mark}`,
          html_body: `<p>Ahoy <a href="https://${mark}.test/oars">oars</a></p>`,
        },
        { id: 'e2', subject: 'Again', text_body: 'Again', delay: { days: 2 } },
      ],
    },
  ],
  broadcasts: [{ id: '1', name: mark, subject: `Sale ${mark}`, html_body: '<p>Sale</p>' }],
  workflows: [
    {
      id: '1',
      name: mark,
      status: 'active',
      triggers: [
        { provider: 'trickle', trigger_type: 'performed_custom_event', properties: { action: 'Signed up' } },
      ],
      steps: [
        { type: 'send_email', id: 'w1', subject: `Hello ${mark}`, html_body: '<p>Hello</p>' },
        { type: 'delay', days: 3 },
        { type: 'apply_tag', tag: 'done' },
      ],
    },
  ],
  forms: [{ id: '1', headline: mark }],
  goals: [{ id: '1', name: 'Signed up', default_value: 500 }],
  webhooks: [{ id: '1', post_url: `https://hooks.${mark}.test/`, events: ['subscriber.applied_tag'] }],
});

/** Lets things happen in a lively account: changes, orders, emails, conversions, failed webhooks, batches. */
export async function liven(server: TestServer, id: string, mark = `of-${id}`): Promise<void> {
  const email = `ann@${mark}.test`;
  const send = (path: string, body: unknown) => server.send('POST', path, { token: tokenOf(id), body });
  await server.faults.add({ account: id, on: 'webhook', status: 500 });
  await send(`/v2/${id}/tags`, { tags: [{ email, tag: mark }] });
  await send(`/v2/${id}/campaigns/1/subscribers`, { subscribers: [{ email }] });
  await send(`/v2/${id}/events`, { events: [{ email, action: 'Signed up', properties: { mark } }] });
  const order = { email, provider: 'shop', upstream_id: `order-${mark}`, amount: 1200 };
  await send(`/v2/${id}/orders`, { orders: [order] });
  const refund = { provider: 'shop', order_upstream_id: order.upstream_id, amount: 200 };
  await send(`/v2/${id}/refunds`, { refunds: [refund] });
  const batch = [{ email: `new@${mark}.test` }, { email: 'none' }];
  await send(`/v2/${id}/subscribers/batches`, { batches: [{ subscribers: batch }] });
  await server.send('POST', '/forms/1/submissions', {
    token: tokenOf(id),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `account_id=${id}&fields%5Bemail%5D=${encodeURIComponent(email)}`,
  });
  await server.settle();
}

/** Starts a server with a lively account, 9999999. */
export const startLively = (start: (options?: Start) => Promise<TestServer>, options: Start = {}) =>
  start({ seed: { accounts: [livelyAccount('9999999')] }, ...options });

/** Starts a server with a lively account, 9999999, in which things have happened. */
export async function startLivened(start: (options?: Start) => Promise<TestServer>): Promise<TestServer> {
  const server = await startLively(start);
  await liven(server, '9999999');
  return server;
}
