import { createServer } from '@trickle/mock-server';
import { createClient, type Fetch } from '@trickle/sdk';
import { onTestFinished } from 'vitest';

/** A reference server in this process until the test is over, with a client of its account. */
export async function sandbox(options: Parameters<typeof createServer>[0] = {}) {
  const server = await createServer({ limits: false, ...options });
  onTestFinished(() => server.close());
  const client = createClient({ ...server.connection, limits: false });
  const fetch: Fetch = (request) => server.fetch(request);
  /** All subscribers, once background work is done. */
  const subscribers = async () => {
    await server.settle();
    return client.subscribers.list({ status: 'all', per_page: 1000 }).toArray();
  };
  /** The subscribers by the first part of their addresses. */
  const people = async () =>
    Object.fromEntries((await subscribers()).map((one) => [one.email?.split('@')[0] ?? '', one]));
  return { server, client, fetch, subscribers, people };
}
