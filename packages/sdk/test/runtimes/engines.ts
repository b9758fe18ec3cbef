import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { thisPlatform } from '../../../../scripts/setup/installed.mjs';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { inChromium } from './chromium.ts';
import type { Addresses, Report } from './scenario.ts';
import { inWorkerd } from './workerd.ts';

const folder = join(import.meta.dirname, 'engines');
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** A runtime that the packed package is tried on. */
export interface Engine {
  readonly name: string;
  /** The program; empty for one that is not found by path. */
  readonly executable: string;
  /** The runtime's own name, so that no other one takes its place unseen. */
  readonly calls: string;
  /** Why it is not here; undefined when it is. */
  readonly absence: string | undefined;
  /** Steps that the engine itself cannot be brought to pass, by reason. The test tells when one passes after all. */
  readonly shortcomings?: Readonly<Record<string, string>>;
  /** Takes the steps of the scenario. The project is a folder with the package and the program in it. */
  run(project: string, addresses: Addresses): Promise<Report>;
}

/** The native parts of the packages that bring an engine, by platform. The first that is there is used. */
const windows = process.platform === 'win32';
const { cpu, libc } = thisPlatform();
const musl = libc === 'musl' && process.platform === 'linux';
const bare = `${windows ? 'win' : process.platform}-${cpu}`;
const long = `${process.platform}-${cpu}`;
const executables = {
  node: (major: number) => `node-${major}-${bare}/bin/node`,
  deno: `@deno/${long}${process.platform === 'linux' ? '-glibc' : ''}/deno`,
  bun: `@oven/bun-${windows ? 'windows' : process.platform}-${cpu === 'arm64' ? 'aarch64' : cpu}${musl ? '-musl' : ''}/bin/bun`,
  workerd: `@cloudflare/workerd-${windows ? 'windows' : process.platform}-${cpu === 'x64' ? '64' : cpu}/bin/workerd`,
};

const nodeVersion = (major: number): string =>
  optionalDependencies[`node-${major}-linux-x64`].replace(/.*@/, '');

/** All engines that the package claims to run in. */
export const engines: readonly Engine[] = [
  native(`Node ${nodeVersion(22)}`, executables.node(22), nodeVersion(22)),
  {
    ...native(`Node ${process.versions.node}`, '', process.versions.node),
    executable: process.execPath,
    absence: undefined,
    run: (project, addresses) => byCommand(process.execPath, [], project, addresses),
  },
  native(`Node ${nodeVersion(26)}`, executables.node(26), nodeVersion(26)),
  {
    ...native(`Deno ${dependencies.deno}`, executables.deno, dependencies.deno),
    shortcomings: {
      'sends nothing twice that must not be done twice': 'its fetch repeats what a reset cut off, unasked',
    },
    // Nothing but the network is allowed: the package needs neither files nor the environment.
    run: (project, addresses) => {
      const given = ['run', '--no-lock', '--node-modules-dir=manual', '--allow-net=127.0.0.1'];
      return byCommand(pathOf(executables.deno), given, project, addresses);
    },
  },
  native(`Bun ${dependencies.bun}`, executables.bun, dependencies.bun),
  {
    ...native(`workerd ${dependencies.workerd}`, executables.workerd, 'Cloudflare-Workers'),
    run: (project, addresses) => inWorkerd(pathOf(executables.workerd), project, addresses),
  },
  {
    name: 'Chromium',
    executable: '',
    calls: 'Chrome/',
    absence: undefined,
    shortcomings: { 'receives over a socket': 'a page cannot listen' },
    run: inChromium,
  },
];

function native(name: string, executable: string, calls: string): Engine {
  const file = pathOf(executable);
  return {
    name,
    executable: file,
    calls,
    absence: existsSync(file) ? undefined : `${executable} is not installed in ${folder}`,
    run: (project, addresses) => byCommand(file, [], project, addresses),
  };
}

function pathOf(executable: string): string {
  const isExe = windows && executable !== '';
  return join(folder, 'node_modules', executable) + (isExe ? '.exe' : '');
}

/** Runs the program as a process of its own, which prints the report. */
async function byCommand(
  command: string,
  given: readonly string[],
  cwd: string,
  { service, proxy }: Addresses,
): Promise<Report> {
  const child = spawn(command, [...given, 'main.mjs', service, proxy], { cwd, timeout: TIME_LIMIT });
  const [printed, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) throw new Error(`It ended with ${status}.\n${printed}${complaints}`);
  return JSON.parse(printed);
}
