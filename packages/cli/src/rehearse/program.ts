import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { UsageError } from '../terminal/exit-signal.ts';
import type { ProcessIo } from '../terminal/process-io.ts';
import { systemMessage } from '../terminal/system-message.ts';

type Stream = ProcessIo['stdin'] | ProcessIo['stdout'];

/** Runs a program to its end. Passes its output and signals through. Returns its exit code, as a shell would. */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  { io, env, isJson }: { readonly io: ProcessIo; readonly env: NodeJS.ProcessEnv; readonly isJson: boolean },
): Promise<number> {
  // With --json, standard output is reserved for the plan.
  const output = isJson ? io.stderr : io.stdout;
  const child = spawn(command, args, {
    stdio: [
      descriptorOf(io.stdin) ?? 'ignore',
      descriptorOf(output) ?? 'pipe',
      descriptorOf(io.stderr) ?? 'pipe',
    ],
    env,
    shell: process.platform === 'win32', // there, npm and npx are scripts that need a shell
  });
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(io.stderr, { end: false });
  const release = io.onInterrupt((signal = 'SIGINT') => {
    // A terminal also sends it to the program, which could take a second one as a request to stop at once.
    if (io.stdin.isTTY && signal === 'SIGINT') return;
    child.kill(signal);
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(new UsageError(`Cannot run ${command}: ${systemMessage(error)}.`)),
      );
      child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    release();
  }
}

/** The file descriptor to share with a program; undefined for a stream within this process. */
const descriptorOf = (stream: Stream): number | undefined =>
  'fd' in stream && typeof stream.fd === 'number' ? stream.fd : undefined;
