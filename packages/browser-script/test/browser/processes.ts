import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** Kills what a process has started, however deep, when its command line matches: without a word to anybody. */
export function killOffspring(root: number, command: RegExp): void {
  const all = allProcesses();
  const offspring = new Set([root]);
  // A process may have a smaller number than its parent, so once through is not enough.
  for (let size = 0; size < offspring.size; ) {
    size = offspring.size;
    for (const { id, parent } of all) if (offspring.has(parent)) offspring.add(id);
  }
  offspring.delete(root);
  for (const process_ of all) {
    if (offspring.has(process_.id) && command.test(process_.command)) process.kill(process_.id, 'SIGKILL');
  }
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
