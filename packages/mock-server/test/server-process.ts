import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** The executable of the command. */
export const bin = new URL('../bin/trickle-server.js', import.meta.url).pathname;

/** Starts a command. It is killed with the test, which shows its first output. */
export async function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: 'pipe', detached: true });
  onTestFinished(() => killGroup(child));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: JSON.parse(line).url as string };
}

/** Kills a command and everything it started. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The arguments of a server on a free port. */
export const server = (...options: readonly string[]) => [bin, '--port', '0', '--json', ...options];
