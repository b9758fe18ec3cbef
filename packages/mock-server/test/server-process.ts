import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
  spawn,
} from 'node:child_process';
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

/** A run of the command. It is killed at the end of its block. */
export class Command implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #exit: Promise<unknown[]>;
  stdout = '';
  stderr = '';

  constructor(args: readonly string[], options: SpawnOptionsWithoutStdio = {}) {
    this.child = spawn(process.execPath, [bin, ...args], options);
    this.#exit = once(this.child, 'close');
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name].setEncoding('utf8').on('data', (text: string) => {
        this[name] += text;
      });
    }
  }

  /** Waits for the first output on standard output, or for the end, and returns it. */
  async firstOutput(): Promise<string> {
    if (this.stdout === '') await Promise.race([once(this.child.stdout, 'data'), this.#exit]);
    return this.stdout;
  }

  /** Waits for the end. */
  async end(): Promise<{ stdout: string; stderr: string; code: unknown }> {
    const [code, signal] = await this.#exit;
    return { stdout: this.stdout, stderr: this.stderr, code: code ?? signal };
  }

  /** Sends a signal, and waits for the end. */
  stop(signal: NodeJS.Signals): ReturnType<Command['end']> {
    this.child.kill(signal);
    return this.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#exit;
  }
}
