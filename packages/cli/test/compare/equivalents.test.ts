// @thorough: whole services, compared
import { beforeAll, expect, test } from 'vitest';
import { anonymousRun } from '../../src/compare/anonymous.ts';
import { compareRuns } from '../../src/compare/comparison.ts';
import type { Run } from '../../src/compare/exchange.ts';
import type { Scenario } from '../../src/compare/scenario.ts';
import { SCENARIOS } from '../../src/compare/scenarios/index.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { firstRuns, runsAt, vocabulary } from './servers.ts';

/** Each server runs a tenth of the scenarios, and a third in CI, where the first one runs all. */
const shareOf = (index: number) => {
  const parts = process.env.CI ? 3 : 10;
  return SCENARIOS.filter((_, i) => (process.env.CI && index === 0) || i % parts === index % parts);
};

/** The requests and responses of the service in each scenario, and its recording. */
const expected = new Map<Scenario, readonly Run[]>();

beforeAll(async () => {
  const runs = await firstRuns();
  for (const [i, scenario] of SCENARIOS.entries())
    expected.set(scenario, runs[i] ? [runs[i], anonymousRun(runs[i], vocabulary)] : []);
});

test.each(Object.entries(EQUIVALENTS).map(([name, start], i) => ({ name, start, i })))(
  '$name does not differ, nor does its recording',
  async ({ start, i }) => {
    const scenarios = shareOf(i);
    const actual = await runsAt(await start(), scenarios, 'Someone+{n}@else.example');
    const compared = scenarios.flatMap((scenario, j) =>
      (expected.get(scenario) ?? []).map((run) => actual[j] && compareRuns(run, actual[j], vocabulary)),
    );
    expect(compared).toEqual(scenarios.flatMap(() => [[], []]));
    expect(actual.flatMap(({ stopped }) => stopped ?? [])).toEqual([]);
  },
);

test('there are at least 20 of them', () => {
  expect(Object.keys(EQUIVALENTS).length).toBeGreaterThanOrEqual(20);
});
