import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anonymousRun } from '../../src/compare/anonymous.ts';
import { Collector } from '../../src/compare/comparison.ts';
import { readAccepted, type Sorted } from '../../src/compare/difference.ts';
import type { Run } from '../../src/compare/exchange.ts';
import { digestOf, readRecording, recordedRunOf, writeRecording } from '../../src/compare/recording.ts';
import { SCENARIOS } from '../../src/compare/scenarios/index.ts';
import type { Side } from '../../src/compare/side.ts';
import { runsAt, vocabulary } from './servers.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The responses of the last release. Until the first release, those of 2026-11-25. */
const RELEASED = path('./released');

/** Differences since then, each with the changeset that describes it: `"reason": "name-of-changeset: …"`. */
const CHANGES = path('./changes.json');

/** Compares a server with the last release in all scenarios. */
export async function compareWithRelease(runs: readonly Run[]): Promise<Sorted> {
  const released = await readRecording(RELEASED);
  const collector = new Collector(vocabulary);
  for (const [i, scenario] of SCENARIOS.entries()) {
    const [service, sandbox] = [recordedRunOf(released, scenario), runs[i]];
    if (!service || !sandbox) throw new Error(`${scenario.id} is not recorded. ${RECORDING}`);
    collector.add(scenario, { runs: [service] }, { runs: [sandbox] });
  }
  return collector.result(await readAccepted(CHANGES));
}

/** The command that makes the recording again. */
export const RECORDING =
  'At a release, and for a new scenario: TRICKLE_RECORD=1 npm run verify -- tests packages/cli/test/compare/released.test.ts';

/** Records a server as the last release. */
export async function recordRelease(side: Side): Promise<void> {
  const runs = await runsAt(side, SCENARIOS);
  const recorded = SCENARIOS.flatMap((scenario, i) =>
    runs[i] ? [{ ...anonymousRun(runs[i], vocabulary), steps: digestOf(scenario), unstable: [] }] : [],
  );
  await writeRecording(RELEASED, recorded);
}

/** The accepted changes without a changeset. */
export async function unexplainedChanges(): Promise<readonly string[]> {
  const accepted = await readAccepted(CHANGES);
  const root = new URL('../../../../.changeset/', import.meta.url);
  return accepted.flatMap(({ reason, place }) =>
    existsSync(new URL(`${reason.split(':')[0]}.md`, root)) ? [] : [`${place}: ${reason}`],
  );
}
