/**
 * The CPU time of the compiler for a program of 1,000 calls with the types of an account of 5,000 tags and 500 events,
 * compared with the same program without types; on the newest TypeScript and on 5.9. The two run alternately.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writePrograms } from '../packages/sdk/test/account-program.ts';
import { DeclaredProject } from '../packages/sdk/test/declared-project.ts';
import { compilers } from '../packages/sdk/test/runtimes/compilers.ts';
import { median, readSettings, titleOf } from './harness.ts';
import { table } from './report/table.ts';

const settings = readSettings({ rounds: 9 });

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
const rows = compilers
  .filter(({ executable }) => existsSync(executable))
  .map(({ name, executable }) => {
    const pairs = Array.from(
      { length: settings.rounds },
      () => [secondsOf(executable, plain), secondsOf(executable, typed)] as const,
    );
    const [without, using] = [
      median(pairs.map(([first]) => first)),
      median(pairs.map(([, second]) => second)),
    ];
    const ratio = median(pairs.map(([first, second]) => second / first));
    return [name, without.toFixed(2), using.toFixed(2), ratio.toFixed(2)];
  });
console.log(titleOf('Types of an account', 'types', settings));
console.log(table(['1,000 calls', 'CPU seconds without types', 'with types', 'ratio'], rows));
