import { createServer } from '@trickle/mock-server';
import { beforeAll, expect, test } from 'vitest';
import { comparedAccount } from './account.ts';
import { compareWithRelease, RECORDING, recordRelease, unexplainedChanges } from './released.ts';
import { LIMITS, sideThrough, startServer } from './servers.ts';

beforeAll(async () => {
  if (!process.env.TRICKLE_RECORD) return;
  const server = await createServer({ seed: comparedAccount(), limits: LIMITS });
  await recordRelease(sideThrough(server.fetch));
  await server.close();
});

test.each(['in-process', 'over a socket'])(
  'the server responds as in the last release, or a changeset says how it differs, %s',
  async (road) => {
    const server = await startServer();
    const side =
      road === 'in-process'
        ? sideThrough(server.fetch)
        : sideThrough(fetch, { baseUrl: await server.listen() });
    const { differences, stale } = await compareWithRelease(side);
    const advice = `The behaviour changed. Add a changeset, and each difference with the changeset's name as its reason to packages/cli/test/compare/changes.json. ${RECORDING}`;
    expect({ differences, stale }, advice).toEqual({ differences: [], stale: [] });
  },
);

test('each change since the last release has a changeset', async () => {
  expect(await unexplainedChanges()).toEqual([]);
});
