import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Whether a process exists. Ended processes exist until their parents have noticed. */
export const isRunning = (id: number): boolean => existsSync(`/proc/${id}`);

/** Kills all descendants of a process whose command line matches. Returns their ids. */
export function killOffspring(root: number, command: RegExp): number[] {
  const all = allProcesses();
  const offspring = new Set([root]);
  // A process may have a lower id than its parent, so one pass is not enough.
  for (let size = 0; size < offspring.size; ) {
    size = offspring.size;
    for (const { id, parent } of all) if (offspring.has(parent)) offspring.add(id);
  }
  offspring.delete(root);
  const killed = all.filter((one) => offspring.has(one.id) && command.test(one.command)).map(({ id }) => id);
  for (const id of killed) process.kill(id, 'SIGKILL');
  return killed;
}

/** Lists the processes of Linux. */
function allProcesses(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The program's name, in parentheses, may contain any character. The state and the parent follow it.
      const [, parent] =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ id: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // it has ended
    }
  });
}
