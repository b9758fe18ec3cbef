import { expect, test } from 'vitest';
import { anonymousRun } from '../../src/compare/anonymous.ts';
import { compareRuns } from '../../src/compare/compare-runs.ts';
import { SCENARIOS } from '../../src/compare/scenarios/index.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { runsAt, sideThrough, startServer, vocabulary } from './servers.ts';

/** Each server runs a tenth of the scenarios; in CI, all. */
const shareOf = (index: number) => SCENARIOS.filter((_, i) => process.env.CI || i % 10 === index % 10);

test.each(Object.entries(EQUIVALENTS).map(([name, start], i) => ({ name, start, i })))(
  'there is no difference to $name, nor to its recording',
  async ({ start, i }) => {
    const scenarios = shareOf(i);
    const service = await startServer();
    const expected = await runsAt(sideThrough(service.fetch), scenarios);
    const actual = await runsAt(await start(), scenarios, 'Someone+{n}@else.example');
    const differences = expected.flatMap((run, j) => {
      const other = actual[j];
      if (!other) return [];
      return [run, anonymousRun(run, vocabulary)].flatMap((one) => compareRuns(one, other, vocabulary));
    });
    expect(differences).toEqual([]);
    expect(actual.flatMap(({ stopped }) => stopped ?? [])).toEqual([]);
  },
);

test('there are 20 of them', () => {
  expect(Object.keys(EQUIVALENTS).length).toBeGreaterThanOrEqual(20);
});
