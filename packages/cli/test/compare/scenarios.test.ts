// @thorough: whole services, compared
import { readFileSync } from 'node:fs';
import { contract } from '@trickle/sdk/contract';
import { expect, test } from 'vitest';
import { Collector, compareRuns } from '../../src/compare/comparison.ts';
import { SCENARIOS } from '../../src/compare/scenarios/index.ts';
import { deviating } from './deviations.ts';
import { runsAt, scenariosNamed, sideThrough, startServer, vocabulary } from './servers.ts';

const calls = new Set(SCENARIOS.flatMap(({ steps }) => steps.map(({ call }) => call)));

test('the scenarios call every operation, except those of OAuth, and have names of their own', () => {
  const operations = Object.entries(contract).flatMap(([noun, methods]) =>
    noun === 'oauth' ? [] : Object.keys(methods).map((method) => `${noun}.${method}`),
  );
  expect([...calls].sort()).toEqual(operations.sort());
  expect(new Set(SCENARIOS.map(({ id }) => id)).size).toBe(SCENARIOS.length);
});

/** The entries of docs/unspecified.md that API requests cannot test, or only with too much effort. */
const NOT_ASKED = {
  'U-01': 'the key is not part of a scenario',
  'U-07': 'a body of 5 MB',
  'U-11': 'requests at the same time',
  'U-19': 'an hour of requests',
  'U-148': 'a body with 50,000 values',
  'U-311': 'a hundred webhooks',
};

test('the scenarios cover the entries of docs/unspecified.md that the API can answer', () => {
  const text = readFileSync(new URL('../../../../docs/unspecified.md', import.meta.url), 'utf8');
  const entries = new Set(Array.from(text.matchAll(/^## (U-\d+) /gm), ([, id = '']) => id));
  const asked = new Set(SCENARIOS.flatMap(({ proves = [] }) => proves));
  expect([...asked].filter((id) => !entries.has(id))).toEqual([]);
  expect(Object.keys(NOT_ASKED).filter((id) => asked.has(id) || !entries.has(id))).toEqual([]);
  expect(asked.size).toBeGreaterThanOrEqual(50);
});

test('the README says how many scenarios there are', () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(text).toContain(`${SCENARIOS.length} scenarios call every operation`);
});

test('a run ends if a server accepts a request that all servers should refuse', async () => {
  const server = await startServer();
  let count = 0;
  const lenient = sideThrough(async (request) => {
    count += 1;
    return request.method === 'POST' ? new Response('{}', { status: 201 }) : server.fetch(request);
  });
  await expect(runsAt(lenient, scenariosNamed('orders.missing-members', 'tags.list'))).rejects.toThrow(
    'orders.upsert was accepted with 201 in the scenario orders.missing-members',
  );
  expect(count).toBe(1);
});

test('a place that varies between runs of one server is unstable, not a difference', async () => {
  const [first, second] = await Promise.all([startServer(), startServer()]);
  const scenarios = scenariosNamed('subscribers.create');
  const [scenario] = scenarios;
  if (!scenario) return;
  const fickle = deviating(first.fetch, {
    ...{ name: '', class: 'value', place: '', scenario: '', on: /POST \S+subscribers 200/ },
    alter: ({ body, count }) =>
      Object.assign((body as { subscribers: object[] }).subscribers[0] ?? {}, { base_lead_score: count }),
  });
  const service = [
    ...(await runsAt(sideThrough(fickle), scenarios)),
    ...(await runsAt(sideThrough(fickle), scenarios)),
  ];
  const sandbox = await runsAt(sideThrough(second.fetch), scenarios);
  const collector = new Collector(vocabulary);
  collector.add(scenario, { runs: service }, { runs: sandbox });
  const { differences, unstable } = collector.result();
  expect(differences).toEqual([]);
  expect(unstable).toEqual([
    { scenario: 'subscribers.create', step: 0, place: 'subscribers[].base_lead_score' },
  ]);
});

test.runIf(process.env.CI)(
  'runs of two servers that have run all scenarios before do not differ',
  async () => {
    const again = async () => {
      const side = sideThrough((await startServer()).fetch);
      await runsAt(side, SCENARIOS);
      return await runsAt(side, SCENARIOS);
    };
    const [expected, actual] = [await again(), await again()];
    const differences = expected.flatMap((run, i) =>
      actual[i] ? compareRuns(run, actual[i], vocabulary) : [],
    );
    expect(differences).toEqual([]);
  },
);
