import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Fetch } from '@trickle/sdk';
import { onTestFinished } from 'vitest';
import { main } from '../src/main.ts';

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Typed {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly fetch?: Fetch;
  /** Whether standard error is a terminal. */
  readonly isTerminal?: boolean;
  /** Whether standard output is a terminal. */
  readonly isScreen?: boolean;
  /** The width of standard output. Default: 80. */
  readonly columns?: number;
  /** Keyboard input, instead of `stdin`. */
  readonly keyboard?: Readable;
  /** Receives a function that acts like Ctrl-C, and what is printed to standard error. */
  readonly onStart?: (interrupt: () => void, stderr: Readable) => void;
}

/** After a build, processes run the built command, which starts in two thirds of the time. */
export const BUILT = { TRICKLE_BUILT: process.env.TRICKLE_BUILT ?? '' };

/** Variables that hide the settings of this machine. */
const CLEAN = {
  ...BUILT,
  ...{ TRICKLE_CONFIG: '', XDG_CONFIG_HOME: join(tmpdir(), 'trickle-no-config'), HOME: tmpdir() },
};

/** Variables with the address of a server in this process. */
export const REACHING = {
  ...BUILT,
  TRICKLE_BASE_URL: 'http://trickle.localhost',
  TRICKLE_API_KEY: 'trickle_demo_token',
  TRICKLE_ACCOUNT_ID: '9999999',
};

/** Runs the command line in this process. */
export async function trickle(args: readonly string[], typed: Typed = {}): Promise<Ended> {
  const {
    stdin = '',
    env = REACHING,
    fetch,
    isTerminal = false,
    isScreen = false,
    columns = 80,
    keyboard,
    onStart,
  } = typed;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const ends = [text(stdout), text(stderr)];
  const listeners = new Set<() => void>();
  onStart?.(() => {
    for (const listener of listeners) listener();
  }, stderr);
  const code = await main(args, {
    env: { ...CLEAN, ...env },
    stdin: keyboard ? Object.assign(keyboard, { isTTY: true }) : Readable.from([Buffer.from(stdin)]),
    stdout: Object.assign(stdout, { isTTY: isScreen, columns }),
    stderr: Object.assign(stderr, { isTTY: isTerminal, columns: 100 }),
    fetch,
    onInterrupt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  stdout.end();
  stderr.end();
  const [out = '', err = ''] = await Promise.all(ends);
  return { code, stdout: out, stderr: err };
}

/** Types lines on a terminal. */
export function typing(...lines: readonly string[]) {
  const keyboard = new PassThrough();
  for (const line of lines) keyboard.write(`${line}\r`);
  return { keyboard, isTerminal: true };
}

/** The program of the command line. */
export const bin = new URL('../bin/trickle.js', import.meta.url).pathname;

/** The command line as a process of its own. */
export interface Process {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

/** Starts the command line as users do. It is ended after the test. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  node: readonly string[] = [],
  output?: string,
): Process {
  // A shell is the simplest way to redirect standard output.
  const redirected = [
    '-c',
    'exec "$0" "$@" > "$TRICKLE_TEST_OUTPUT"',
    process.execPath,
    ...node,
    bin,
    ...args,
  ];
  const [command, given] =
    output === undefined ? [process.execPath, [...node, bin, ...args]] : ['/bin/sh', redirected];
  const child = spawn(command, given, {
    env: {
      PATH: process.env.PATH,
      ...CLEAN,
      ...env,
      ...(output !== undefined && { TRICKLE_TEST_OUTPUT: output }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const ended = Promise.all([text(child.stdout), text(child.stderr), exit]).then(
    ([stdout, stderr, [code]]): Ended => ({ code, stdout, stderr }),
  );
  return { child, ended };
}

/** The lines of an output, each read as JSON. */
export const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Waits until the output of a process matches. Returns the match. */
export function untilPrinted(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  let printed = '';
  return new Promise((resolve) => {
    stream.on('data', (chunk) => {
      printed += chunk;
      const match = pattern.exec(printed);
      if (match) resolve(match);
    });
  });
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trickle-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A file in a folder of its own. */
export async function temporaryFile(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

/** Listens on a port until the test is over. Returns the base URL. */
export async function onPort(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Subscribers as CSV. */
export const subscribersCsv = (count: number): string =>
  `email,first_name\n${Array.from({ length: count }, (_, i) => `p${i}@x.io,P${i}\n`).join('')}`;
