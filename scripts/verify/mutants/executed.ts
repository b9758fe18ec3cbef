// Writes which functions of the sources a test file executes, into the file that `TRICKLE_EXECUTED` names.
import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { afterAll } from 'vitest';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(async () => {
  const { result }: Profiler.TakePreciseCoverageReturnType = await session.post(
    'Profiler.takePreciseCoverage',
  );
  const ours = result.filter(({ url }) => /\/packages\/[^/]+\/src\/.*(?<!\.test)\.ts$/.test(url));
  writeFileSync(process.env.TRICKLE_EXECUTED ?? '', JSON.stringify(ours));
});
