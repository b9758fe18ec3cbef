import { type AccountSeed, createServer, type Seed } from '@trickle/mock-server';
import { createClient, type Fetch } from '@trickle/sdk';
import { onTestFinished } from 'vitest';
import { type Typed, temporaryFile, trickle } from './command.ts';

/** A seed with an account that the variables of {@link REACHING} reach. */
export const seedOf = (members: AccountSeed): Seed => ({
  accounts: [
    { id: '9999999', users: [{ email: 'owner@shop.example', token: 'trickle_demo_token' }], ...members },
  ],
});

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

/** Imports a file into a sandbox. Returns the output, the paths of the file and of its error report, and the bodies that were sent. */
export async function imported(
  name: string,
  content: string | Uint8Array,
  args: readonly string[] = [],
  typed: Typed = {},
) {
  const { fetch: send, ...into } = await sandbox();
  const bodies: string[] = [];
  const fetch: Fetch = async (request) => {
    if (request.method === 'POST') bodies.push(await request.clone().text());
    return await send(request);
  };
  const file = await temporaryFile(name, content);
  const ended = await trickle(['import', file, ...args], { fetch, ...typed });
  return { ...into, ...ended, fetch, file, report: file.replace(/\.\w+$/, '.errors$&'), bodies };
}
