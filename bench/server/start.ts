import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/packed/free-port.ts';
import type { Contestant } from './contestants.ts';
import { send, type Target } from './load.ts';

/** A running contestant. */
export interface Running extends Target {
  stop(): Promise<void>;
}

const PATIENCE = 30_000;
const running = new Set<() => void>();

// Stops all servers however the benchmark ends.
process.on('exit', () => {
  for (const kill of running) kill();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Starts a contestant on a free port, and waits until it has created a record. */
export async function start({ start: args, create }: Contestant): Promise<Running> {
  const port = Number(await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'trickle-bench-'));
  // A separate process group, so that its child processes end with it.
  const child = spawn(process.execPath, args(port, folder), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('a server could not be started');
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => {
    running.delete(kill);
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(kill);
  const stop = async () => {
    kill();
    await ended;
  };
  const agent = new Agent();
  for (const begin = performance.now(); ; await wait(50)) {
    try {
      await send(agent, port, create(0));
      return { port, pid, stop };
    } catch (error) {
      if (child.exitCode === null && performance.now() - begin < PATIENCE) continue;
      await stop();
      throw error;
    }
  }
}
