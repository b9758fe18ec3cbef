import { expect, test } from 'vitest';
import { SCENARIOS } from '../../../cli/src/compare/scenarios/index.ts';
import { compareWithRelease } from '../../../cli/test/compare/released.ts';
import { runsAt, sideThrough, startServer } from '../../../cli/test/compare/servers.ts';

// The servers of this run are on PostgreSQL, and the recording was made on SQLite.
test('the responses on PostgreSQL are those on SQLite', async () => {
  const server = await startServer();
  const { differences } = await compareWithRelease(
    await runsAt(sideThrough(fetch, { baseUrl: await server.listen() }), SCENARIOS),
  );
  expect(differences).toEqual([]);
});
