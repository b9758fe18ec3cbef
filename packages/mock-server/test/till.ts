import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import type { Answer, TestServer } from './harness.ts';

/** The time, unless a test moves the clock. */
export const NOON = '2026-01-15T12:00:00Z';

/** A shop where Ann and Bob have bought nothing yet. */
export const till = (
  account: Partial<NonNullable<Seed['accounts']>[number]> = {},
): { seed: Seed; now: string } => ({
  now: NOON,
  seed: {
    accounts: [
      {
        id: '9999999',
        users: [{ email: 'owner@acme.test', token: TOKENS.owner }],
        subscribers: [
          { id: 'ann', email: 'ann@acme.test' },
          { id: 'bob', email: 'bob@acme.test' },
        ],
        ...account,
      },
    ],
  },
});

type Fields = Readonly<Record<string, unknown>>;

export const postOrder = (server: TestServer, order: Fields): Promise<Answer> =>
  server.post('orders', { orders: [order] });

export const postRefund = (server: TestServer, refund: Fields): Promise<Answer> =>
  server.post('refunds', { refunds: [refund] });

/** Sends a v3 activity and processes it. Returns the outcome: `done` or the code of the rejection. */
export async function act(
  server: TestServer,
  kind: 'cart' | 'order' | 'product',
  activity: Fields,
): Promise<string> {
  const { status, text, body } = await server.post(`/v3/9999999/shopper_activity/${kind}`, activity);
  if (status !== 202) throw new Error(`expected 202, got ${status} ${text}`);
  await server.settle();
  const [outcome] = await server.outcomes({ requestId: body.request_id });
  return outcome?.errors[0]?.code ?? outcome?.state ?? 'lost';
}

/** An activity of Ann's order `o1`. */
export const orderOf = (action: string, more: Fields = {}): Fields => ({
  provider: 'my_shop',
  email: 'ann@acme.test',
  action,
  order_id: 'o1',
  ...more,
});

/** A subscriber's lifetime value in cents. */
export const lifetimeValue = async (server: TestServer, id = 'ann') =>
  (await server.subscriber(id)).lifetime_value;

/** The webhook events of a subscriber since the seed: event and properties. */
export async function valueEvents(server: TestServer, subscriberId = 'ann') {
  const events = await server.events({ subscriberId });
  const isBirth = /^subscriber\.(created|subscribed_to_email_marketing)$/;
  return events.filter(({ event }) => !isBirth.test(event)).map((one) => [one.event, one.properties]);
}

/** A change of the lifetime value as webhooks report it. */
export const worthEvent = (previous_value: number, value: number, source = 'api') => [
  'subscriber.updated_lifetime_value',
  { value, previous_value, source },
];

/** A subscriber's timeline: action and time. */
export async function timeline(server: TestServer, subscriberId = 'ann') {
  const events = await server.timeline({ subscriberId });
  return events.map(({ action, occurredAt }) => [action, occurredAt]);
}

/** The actions on a subscriber's timeline. */
export const actions = async (server: TestServer, subscriberId = 'ann') =>
  (await timeline(server, subscriberId)).map(([action]) => action);
