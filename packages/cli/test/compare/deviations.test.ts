// @thorough: whole services, compared
import { readFileSync } from 'node:fs';
import { createServer } from '@trickle/mock-server';
import { beforeAll, expect, test } from 'vitest';

import compared from '../../../../docs/compared.json' with { type: 'json' };
import { anonymousRun } from '../../src/compare/anonymous.ts';
import { compareRuns } from '../../src/compare/comparison.ts';
import { CLASSES, type Difference, entriesOf } from '../../src/compare/difference.ts';
import type { Run } from '../../src/compare/exchange.ts';
import { comparedAccount } from './account.ts';
import { DEVIATIONS, type Deviation, deviating } from './deviations.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { LIMITS, runsAt, scenariosNamed, sideThrough, vocabulary } from './servers.ts';

/** The answers of two servers, and the deviation that a comparison must find. */
interface Case {
  readonly name: string;
  readonly service: Run;
  readonly sandbox: Run;
  readonly deviation: Pick<Deviation, 'class' | 'place'>;
}

const cases: Case[] = [];

/** Checked against the service and against its recording. */
function addCase(
  sandbox: Run | undefined,
  service: Run | undefined,
  about: Pick<Case, 'name' | 'deviation'>,
): void {
  if (!service || !sandbox) throw new Error(`${about.name} has no run.`);
  cases.push({ ...about, service, sandbox });
  cases.push({
    ...about,
    name: `${about.name}, recorded`,
    service: anonymousRun(service, vocabulary),
    sandbox,
  });
}

/** Whether a comparison reports the expected difference in one or two entries, and no other. */
function isRight(differences: readonly Difference[], deviation: Case['deviation']): boolean {
  const entries = entriesOf(differences);
  const isFound = entries.some(
    ({ class: kind, place }) => kind === deviation.class && place === deviation.place,
  );
  return isFound && entries.length <= 2;
}

beforeAll(async () => {
  const options = { seed: comparedAccount(), limits: LIMITS };
  const [service, sandbox] = await Promise.all([createServer(options), createServer(options)]);
  for (const deviation of DEVIATIONS) {
    const scenarios = scenariosNamed(deviation.scenario);
    const [expected] = await runsAt(sideThrough(service.fetch), scenarios);
    const [actual] = await runsAt(sideThrough(deviating(sandbox.fetch, deviation)), scenarios);
    addCase(actual, expected, { name: deviation.name, deviation });
  }
  await Promise.all([service.close(), sandbox.close()]);
});

test('docs/explain/fidelity.md says how many deviations and servers there are', () => {
  const text = readFileSync(new URL('../../../../docs/explain/fidelity.md', import.meta.url), 'utf8');
  expect(text).toContain(`deviates in ${DEVIATIONS.length} ways`);
  expect(text).toContain(`${Object.keys(EQUIVALENTS).length} servers that behave in the same way`);
  expect(text).toContain(`${Object.keys(compared.operations).length} of 58 operations`);
});

test('there are about ten named deviations of each class, 120 in all', () => {
  const counts = Object.keys(CLASSES).map((kind) => DEVIATIONS.filter((one) => one.class === kind).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10);
  expect(new Set(DEVIATIONS.map(({ name }) => name)).size).toBe(DEVIATIONS.length);
  expect(DEVIATIONS.length).toBeGreaterThanOrEqual(120);
});

test('each deviation is found at its place, in at most two entries, also against a recording', () => {
  const wrong = cases.flatMap(({ name, service, sandbox, deviation }) => {
    const differences = compareRuns(service, sandbox, vocabulary);
    return isRight(differences, deviation) ? [] : [{ name, entries: entriesOf(differences) }];
  });
  expect(wrong).toEqual([]);
});
