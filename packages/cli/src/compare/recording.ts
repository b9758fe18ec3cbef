import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failing } from '../files/file-error.ts';
import { readJsonFile } from '../files/read-file.ts';
import { writeText } from '../files/write-text.ts';
import { isObject } from '../parse-json.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import type { UnstablePlace } from './difference.ts';
import type { Run } from './exchange.ts';
import type { Scenario } from './scenario.ts';

/** A run without data of the account, with the places that differed when it was repeated. */
export interface RecordedRun extends Run {
  /** A digest of the scenario's steps, to detect changes. */
  readonly steps: string;
  readonly unstable: readonly Pick<UnstablePlace, 'step' | 'place'>[];
}

export const digestOf = ({ steps }: Scenario): string =>
  createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16);

/** Writes recorded runs to a folder: a file for each noun. */
export async function writeRecording(folder: string, runs: readonly RecordedRun[]): Promise<void> {
  await mkdir(folder, { recursive: true }).catch(failing('write', folder));
  const files = Map.groupBy(runs, ({ scenario }) => scenario.split('.')[0] ?? '');
  for (const [noun, group] of files) {
    // One line per response keeps diffs short.
    const lines = group.map(({ exchanges, ...run }) => {
      const responses = exchanges.map((exchange) => `  ${JSON.stringify(exchange)}`).join(',\n');
      return `${JSON.stringify(run).slice(0, -1)},"exchanges":[\n${responses}\n]}`;
    });
    await writeText(join(folder, `${noun}.json`), `[\n${lines.join(',\n')}\n]\n`);
  }
}

/**
 * Reads recorded runs.
 *
 * @throws {@link UsageError} if the folder contains none, or something else.
 */
export async function readRecording(folder: string): Promise<ReadonlyMap<string, RecordedRun>> {
  const names = await readdir(folder).catch(failing('read', folder));
  const runs = new Map<string, RecordedRun>();
  for (const name of names.filter((name) => name.endsWith('.json'))) {
    const path = join(folder, name);
    const content = await readJsonFile(path);
    if (!Array.isArray(content) || !content.every(isRecordedRun)) {
      throw new UsageError(`${path} is not a recording of trickle compare.`);
    }
    for (const run of content) runs.set(run.scenario, run);
  }
  if (runs.size === 0) throw new UsageError(`${folder} has no recording. Make one with --record.`);
  return runs;
}

/** A recorded run of a scenario; undefined if it was not recorded. */
export function recordedRunOf(
  runs: ReadonlyMap<string, RecordedRun>,
  scenario: Scenario,
): RecordedRun | undefined {
  const run = runs.get(scenario.id);
  if (!run || run.steps === digestOf(scenario)) return run;
  throw new UsageError(`The scenario ${scenario.id} has changed since it was recorded. Record it again.`);
}

const isRecordedRun = (run: unknown): run is RecordedRun =>
  isObject(run) &&
  typeof run.scenario === 'string' &&
  typeof run.steps === 'string' &&
  Array.isArray(run.unstable) &&
  Array.isArray(run.exchanges) &&
  run.exchanges.every(
    (exchange) => isObject(exchange) && typeof exchange.call === 'string' && isObject(exchange.headers),
  );
