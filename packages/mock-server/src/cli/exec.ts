import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { variablesOf } from './environment.ts';
import { adminPasswordOf, type Options, readLogFormat } from './options.ts';
import { start } from './start.ts';
import { Stop } from './stop.ts';
import { reasonOf, UsageError } from './usage-error.ts';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** The exit codes of a shell for a program that does not exist, and for one that cannot be executed. */
const [NOT_FOUND, NOT_EXECUTABLE] = [127, 126];

/** Runs a program beside a server on a free port, and ends with its exit code. */
// Unspecified: U-277
export async function exec(options: Options, program: readonly string[]): Promise<void> {
  const [command, ...args] = program;
  if (command === undefined) {
    throw new UsageError('exec needs a command after --, as in trickle-server exec -- npm test');
  }
  if (options.json) throw new UsageError('--json and exec cannot be used together');
  if (options['exit-with-parent']) {
    throw new UsageError('--exit-with-parent and exec cannot be used together');
  }
  const { server, url } = await start(options, 0);
  const stop = new Stop(server, options['export-on-exit']);
  if (readLogFormat(options) !== 'json') process.stderr.write(`Inspector: ${url}/_inspector\n`);
  const { TRICKLE_ACCESS_TOKEN: _, ...inherited } = process.env; // it would be used in the place of the key
  const password = adminPasswordOf(options);
  const env = {
    ...inherited,
    ...(await variablesOf(server, url)),
    ...(password ? { TRICKLE_ADMIN_PASSWORD: password } : {}),
  };
  process.exitCode = await run(command, args, env);
  try {
    await stop.gracefully();
  } catch (error) {
    process.stderr.write(`trickle-server: ${reasonOf(error)}\n`);
    process.exitCode ||= 1;
  }
  process.exit();
}

/** Runs a program to its end. Returns its exit code, as a shell would. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // On Windows, npm and npx are scripts, which only a shell can run.
  const child = spawn(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const forward = (signal: (typeof FORWARDED)[number]) => {
    // A terminal sends these to the program too, which could take a second one for an order to stop at once.
    if (process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, () => forward(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`trickle-server: could not run ${command}: ${reasonOf(error)}\n`);
      resolve('code' in error && error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
