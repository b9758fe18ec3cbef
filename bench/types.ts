/**
 * The CPU time of the compiler for a program of 1,000 calls with the types of an account of 5,000 tags and 500 events,
 * compared with the same program without types; on the newest TypeScript and on 5.9. The two run alternately.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writePrograms } from '../packages/sdk/test/account-program.ts';
import { DeclaredProject } from '../packages/sdk/test/declared-project.ts';
import { compilers } from '../packages/sdk/test/runtimes/compilers.ts';
import { inTurns, readSettings, Samples, titleOf } from './harness.ts';
import { report, SPREAD, table, times } from './report.ts';

const settings = readSettings({ rounds: 6 });

/** CPU seconds of one run of a compiler. */
function secondsOf(executable: string, config: string): number {
  // The shell reports the CPU time of its commands.
  const line = 'TIMEFORMAT="%U %S"; time "$0" "$@"';
  const program = ['-c', line, process.execPath, executable, '--project', config];
  const { stdout, stderr, status } = spawnSync('bash', program, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  return user + system;
}

using project = new DeclaredProject();
const { typed, plain } = writePrograms(project);
const samples = new Samples();
const installed = compilers.filter(({ executable }) => existsSync(executable));
const rows: string[][] = [];
for (const { name, executable } of installed) {
  await inTurns(Object.entries({ plain, typed }), settings.rounds, async ([kind, config], isCounted) => {
    const seconds = secondsOf(executable, config);
    if (isCounted) samples.add(seconds, name, kind);
  });
  const [without, using] = [samples.median(name, 'plain'), samples.median(name, 'typed')];
  const ratio = samples.ratio([name, 'typed'], [name, 'plain']);
  rows.push([name, without.toFixed(2), using.toFixed(2), times(ratio)]);
  report({
    name: `types of an account with 5,000 tags: ${name}`,
    unit: 'CPU s',
    ours: using,
    floor: samples.rival([name, 'typed'], [name, 'plain'], 'without types'),
    goal: { floor: 1.25 },
  });
}
console.log(`${titleOf('types', settings)}\n${SPREAD}\n`);
console.log(table(['1,000 calls', 'CPU seconds without types', 'with types', 'ratio'], rows));
