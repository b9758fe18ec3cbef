import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../setup/ports.ts';
import { TIME_LIMIT } from '../setup/time-limit.ts';
import { PackedProject } from '../verify/packed-project.ts';
import type { Block } from './blocks.ts';
import { managerEnvironment, type PackageManager, packagesIn, typed } from './package-managers.ts';

/** A started command, with its output so far. */
interface Started {
  readonly child: ChildProcess;
  readonly printed: Readonly<Printed>;
  isOver: boolean;
  /** Called when either changes. */
  wake: () => void;
}

/** The output of a process: standard output, and all output. */
interface Printed {
  output: string;
  all: string;
}

/** Follows a page as a reader does, in an empty folder: saves its files and runs its commands, in order. */
export class Reader implements AsyncDisposable {
  readonly #outer = mkdtempSync(join(tmpdir(), 'trickle-reader-'));
  /** The folder has a name that `npm init` accepts. */
  readonly folder = join(this.#outer, 'shop');
  readonly #processes = new Set<ChildProcess>();
  readonly #started = new Map<string, Started>();
  readonly #environment: NodeJS.ProcessEnv;
  /** Replacements for ports and hosts on the page. */
  readonly #replaced = new Map<string, string>();
  readonly #manager: PackageManager;
  #prepared: string[] = [];

  private constructor(manager: PackageManager) {
    mkdirSync(this.folder);
    this.#manager = manager;
    this.#environment = { ...ownEnvironment(), ...managerEnvironment() };
  }

  static async open(manager: PackageManager, ...ports: readonly string[]): Promise<Reader> {
    const reader = new Reader(manager);
    for (const port of ports) reader.#replaced.set(port, await freePort());
    return reader;
  }

  /** Replaces ports and hosts of the page. */
  local(text: string): string {
    if (this.#replaced.size === 0) return text;
    const names = [...this.#replaced.keys()].map((name) => name.replaceAll('.', '\\.')); // ports and hosts
    return text.replace(new RegExp(names.join('|'), 'g'), (name) => this.#replaced.get(name) ?? name);
  }

  /** Adds a replacement for a name on the page. */
  replace(name: string, by: string): void {
    this.#replaced.set(name, this.local(by));
  }

  /** Runs a shell command before each following command, as in the same terminal. */
  prepare(command: string): void {
    this.#prepared.push(this.local(command));
  }

  /** Forgets the prepared commands, as in a new terminal. */
  openTerminal(): void {
    this.#prepared = [];
  }

  save({ file, code, isAdded }: Block): void {
    if (file === undefined) return;
    const path = join(this.folder, file);
    const isThere = isAdded && existsSync(path);
    const before = isThere ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    this.write(file, isThere ? JSON.stringify({ ...before, ...JSON.parse(code) }) : code);
  }

  write(file: string, code: string, options: { mode?: number } = {}): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.local(code), options);
  }

  /** Runs a command to its end. Returns what it prints. */
  async run(command: string): Promise<string> {
    const added = this.#manager === 'none' ? packagesIn(command) : undefined;
    if (added !== undefined) {
      new PackedProject(this.folder).add(added);
      if (!existsSync(join(this.folder, 'package.json'))) this.write('package.json', '{}\n');
      return '';
    }
    const child = this.#spawn(command);
    const printed = collect(child);
    const timer = setTimeout(() => kill(child), TIME_LIMIT);
    const [status] = await once(child, 'close');
    clearTimeout(timer);
    if (!command.includes(' &\n')) this.#processes.delete(child);
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${printed.all}`);
    return printed.output;
  }

  /** Starts a command, and resolves with its output once it contains the lines. The command keeps running. */
  async start(command: string, lines: readonly string[]): Promise<string> {
    const child = this.#spawn(command);
    const started: Started = { child, printed: collect(child), isOver: false, wake: () => {} };
    this.#started.set(command, started);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => started.wake());
    child.on('close', () => {
      started.isOver = true;
      started.wake();
    });
    return await this.until(command, lines);
  }

  /** Resolves with the output of a started command once it contains the lines. */
  async until(command: string, lines: readonly string[]): Promise<string> {
    const started = this.#startedBy(command);
    const expected = lines.map((line) => this.local(line));
    while (!expected.every((text) => started.printed.all.includes(text))) {
      if (started.isOver) throw new Error(`${command} printed only:\n${started.printed.all}`);
      await new Promise<void>((resolve) => (started.wake = resolve));
    }
    return started.printed.all;
  }

  /** Stops a started command, like Ctrl-C. */
  async interrupt(command: string): Promise<void> {
    const { child } = this.#startedBy(command);
    const exited = once(child, 'exit');
    process.kill(-Number(child.pid), 'SIGINT'); // and its children
    await exited;
  }

  #startedBy(command: string): Started {
    const started = this.#started.get(command);
    if (started === undefined) throw new Error(`${command} was not started.`);
    return started;
  }

  #spawn(command: string): ChildProcess {
    const commands = join(this.folder, 'node_modules/.bin');
    const own = typed(this.#manager, this.local(command), (name) => existsSync(join(commands, name)));
    const child = spawn('bash', ['-euo', 'pipefail', '-c', [...this.#prepared, own].join('\n')], {
      cwd: this.folder,
      env: this.#environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#processes.add(child);
    return child;
  }

  /** Stops all running commands, like Ctrl-C in each terminal. */
  async stop(): Promise<void> {
    for (const child of this.#processes) {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      const exited = hasEnded ? undefined : once(child, 'exit');
      kill(child); // and its children
      await exited;
    }
    this.#processes.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#outer, { recursive: true });
  }
}

/** The environment of this process, without variables of tests and package managers. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(?:npm_|pnpm_|TRICKLE_|VITEST|NODE_|DEBUG$)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const PATH = dirname(process.execPath) + delimiter + process.env.PATH;
  return { ...Object.fromEntries(own), PATH, NO_COLOR: '1' };
}

function collect(child: ChildProcess): Printed {
  const printed: Printed = { output: '', all: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed.output += text;
    printed.all += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed.all += text;
  });
  return printed;
}

/** Ends a process and its children. */
function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
