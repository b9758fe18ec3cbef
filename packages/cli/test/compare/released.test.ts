import { createServer } from '@trickle/mock-server';
import { beforeAll, expect, test } from 'vitest';
import { comparedAccount } from './account.ts';
import { compareWithRelease, RECORDING, recordRelease, unexplainedChanges } from './released.ts';
import { firstRuns, LIMITS, sideThrough } from './servers.ts';

beforeAll(async () => {
  if (!process.env.TRICKLE_RECORD) return;
  const server = await createServer({ seed: comparedAccount(), limits: LIMITS });
  await recordRelease(sideThrough(server.fetch));
  await server.close();
});

test('the server responds as in the last release, or a changeset describes the difference', async () => {
  const { differences, stale } = await compareWithRelease(await firstRuns());
  const advice = `The behaviour changed. Add a changeset, and each difference with the changeset's name as its reason to packages/cli/test/compare/changes.json. ${RECORDING}`;
  expect({ differences, stale }, advice).toEqual({ differences: [], stale: [] });
});

test('each change since the last release has a changeset', async () => {
  expect(await unexplainedChanges()).toEqual([]);
});
