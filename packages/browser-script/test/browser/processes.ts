import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Whether a process is there, if only until somebody has noticed that it has ended. */
export const isRunning = (id: number): boolean => existsSync(`/proc/${id}`);

/**
 * Kills what a process has started, however deep, when its command line matches: without a word to anybody. Gives the
 * processes.
 */
export function killOffspring(root: number, command: RegExp): number[] {
  const all = allProcesses();
  const offspring = new Set([root]);
  // A process may have a smaller number than its parent, so once through is not enough.
  for (let size = 0; size < offspring.size; ) {
    size = offspring.size;
    for (const { id, parent } of all) if (offspring.has(parent)) offspring.add(id);
  }
  offspring.delete(root);
  const killed = all.filter((one) => offspring.has(one.id) && command.test(one.command)).map(({ id }) => id);
  for (const id of killed) process.kill(id, 'SIGKILL');
  return killed;
}

/** As Linux lists them. */
function allProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program, in parentheses, may hold anything; the state and the parent follow it.
      const [, parent] =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ id: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // it has ended
    }
  });
}
