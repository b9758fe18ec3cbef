import { createServer, type Server, type ServerOptions } from '@trickle/mock-server';
import type { Fetch } from '@trickle/sdk';
import { onTestFinished } from 'vitest';
import { type Typed, temporaryFolder, trickle } from '../command.ts';
import { CANARY, comparedAccount, TOKEN } from './account.ts';
import { DEVIATIONS } from './deviations.ts';

export const MAILBOX = `Qa.${CANARY}+{n}@yours.example`;
export const OWN = ['--allow', 'own', '--mailbox', MAILBOX];
export const ALL = ['--allow', 'account', '--disposable', '9999999', '--mailbox', MAILBOX];

/** The clock is frozen: otherwise, a recording shows which records were created within one second. */
export async function opened(options: ServerOptions = {}): Promise<Server> {
  const time = { now: '2026-11-25T12:00:00Z', speed: 0 };
  const server = await createServer({ seed: comparedAccount(), time, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A service and a sandbox in this process, with a command that reaches both. */
export async function pair({
  service,
  sandbox,
}: {
  readonly service?: Fetch;
  readonly sandbox?: Fetch;
} = {}) {
  const [first, second] = await Promise.all([opened(), opened()]);
  const home = await temporaryFolder();
  const env = {
    ...{
      TRICKLE_BASE_URL: 'http://service.localhost',
      TRICKLE_API_KEY: TOKEN,
      TRICKLE_ACCOUNT_ID: '9999999',
    },
    XDG_CONFIG_HOME: home,
  };
  const requests: string[] = [];
  const fetch: Fetch = (request) => {
    const { host, pathname } = new URL(request.url);
    // The sandbox's admin API only answers requests from its own machine.
    if (host === 'localhost:4100') return (sandbox ?? second.fetch)(request);
    if (host !== 'service.localhost') return new Response('nothing here', { status: 404 });
    requests.push(`${request.method} ${pathname}`);
    return (service ?? first.fetch)(request);
  };
  const compare = (args: readonly string[], typed: Typed = {}) =>
    trickle(['compare', '--sandbox', 'http://localhost:4100', ...args], { env, fetch, ...typed });
  return { compare, first, second, env, home, requests };
}

export const deviation = (name: string) => {
  const found = DEVIATIONS.find((one) => one.name.startsWith(name));
  if (!found) throw new Error(`There is no deviation ${name}.`);
  return found;
};

/** Everything that a run could leave behind. */
export async function stateOf(server: Server): Promise<readonly unknown[]> {
  const paths = ['subscribers?status=all', 'tags', 'custom_field_identifiers', 'event_actions', 'webhooks'];
  const authorization = `Basic ${btoa(`${TOKEN}:`)}`;
  const responses = paths.map(async (path) => {
    const url = `http://service.localhost/v2/9999999/${path}`;
    return (await server.fetch(new Request(url, { headers: { authorization } }))).json();
  });
  return await Promise.all(responses);
}
