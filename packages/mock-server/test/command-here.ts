import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, vi } from 'vitest';
import { main } from '../src/cli/index.ts';
import { readCommandLine } from '../src/cli/options.ts';
import { start } from '../src/cli/start.ts';
import { basic } from './harness.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** Keeps the globals that the command's listener replaces, until the test is over. */
function keepGlobals(): void {
  vi.stubGlobal('Request', Request);
  vi.stubGlobal('Response', Response);
}

/** Runs a command that ends, in this process. It prints the same as in a process of its own. */
export async function runHere(...args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  }
  keepGlobals();
  const before = process.exitCode;
  try {
    await main(args);
    return { ...written, code: process.exitCode ?? 0 };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}

/** Starts a server as the command does, in this process, until the test is over. Prints nothing. */
export async function startHere(...args: readonly string[]) {
  keepGlobals();
  const { server, url } = await start(readCommandLine(args).options, 0);
  onTestFinished(() => server.close());
  const headers = { authorization: basic('trickle_demo_token') };
  return { server, url, ask: (path: string, init: RequestInit = { headers }) => fetch(url + path, init) };
}

/** Expects the command to fail with a message of one line. */
export function expectRefusal(
  { stdout, stderr, code }: { stdout: string; stderr: string; code: unknown },
  line: string,
) {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain(`trickle-server: ${line}`);
  expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
}

/** The path of a file in a folder that is deleted after the test. */
export function temporaryFile(name: string, content?: string): string {
  const folder = new TemporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  if (content !== undefined) writeFileSync(folder.file(name), content);
  return folder.file(name);
}
