import { createServer, type ServerOptions } from '@trickle/mock-server';
import { createClient, type Fetch } from '@trickle/sdk';
import { onTestFinished } from 'vitest';
import type { Run } from '../../src/compare/exchange.ts';
import type { Scenario } from '../../src/compare/scenario.ts';
import { SCENARIOS } from '../../src/compare/scenarios/index.ts';
import { Recorder, type Side, sideOf } from '../../src/compare/side.ts';
import { addressesIn, Visitor } from '../../src/compare/visitor.ts';
import { Vocabulary } from '../../src/compare/vocabulary.ts';
import { comparedAccount, TOKEN } from './account.ts';

export const vocabulary = new Vocabulary(SCENARIOS);

/** Limits that no test reaches, so that their headers are sent. */
export const LIMITS = { individual: 1_000_000, batch: 1_000_000, records: 1_000_000 };

/** A way to a server. */
export interface Way {
  readonly baseUrl?: string;
  readonly accountId?: string;
  readonly mailbox?: string;
}

/** A server in this process. */
export function sideThrough(
  fetch: Fetch,
  { baseUrl = 'http://trickle.localhost', accountId = '9999999' }: Way = {},
): Side {
  const recorder = new Recorder(fetch);
  const client = createClient({
    baseUrl,
    accountId,
    apiKey: TOKEN,
    limits: false,
    fetch: recorder.fetch,
    retries: 0,
  });
  return sideOf(client, recorder, { baseUrl, accountId });
}

/** A new server in this process, until the test is over. */
export async function startServer(options: ServerOptions = {}) {
  const server = await createServer({ seed: comparedAccount(), limits: LIMITS, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Runs scenarios at a server. */
export async function runsAt(
  side: Side,
  scenarios: readonly Scenario[],
  mailbox = 'qa+{n}@yours.example',
): Promise<Run[]> {
  const visitor = new Visitor(side, addressesIn(mailbox));
  const runs: Run[] = [];
  for (const scenario of scenarios) runs.push(await visitor.run(scenario));
  return runs;
}

/** Scenarios by their ids. */
export const scenariosNamed = (...ids: readonly string[]): Scenario[] =>
  ids.map((id) => {
    const scenario = SCENARIOS.find((candidate) => candidate.id === id);
    if (!scenario) throw new Error(`There is no scenario ${id}.`);
    return scenario;
  });

let first: Promise<readonly Run[]> | undefined;

/** The responses of a new server in all scenarios. Tests share it, since it takes seconds. */
export const firstRuns = (): Promise<readonly Run[]> => (first ??= runAll());

async function runAll(): Promise<readonly Run[]> {
  const server = await createServer({ seed: comparedAccount(), limits: LIMITS });
  try {
    return await runsAt(sideThrough(server.fetch), SCENARIOS);
  } finally {
    await server.close();
  }
}
