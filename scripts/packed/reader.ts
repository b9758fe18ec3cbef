import { type ChildProcess, execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { manifestOf, PackedProject } from '../verify/packed-project.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');

/** A block of a page: its language, its code, and the file that the text before it names. */
export interface Block {
  readonly language: string;
  readonly code: string;
  readonly file: string | undefined;
}

/** The blocks of a page, or of one of its sections, in order. */
export function blocksOf(page: string, section?: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const part =
    section === undefined ? text : (text.split(/^## /m).find((one) => one.startsWith(section)) ?? '');
  const blocks = part.matchAll(/((?:^(?!```).*\n)*?)^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(blocks, ([, before = '', language = '', code = '']) => ({
    language,
    code,
    file: /[Ss]ave this as `([\w.-]+)`/.exec(before)?.[1],
  }));
}

/** Follows a page as a reader does, in an empty folder: saves its files and runs its commands, in order. */
export class Reader implements AsyncDisposable {
  readonly #project = new PackedProject();
  readonly #processes: ChildProcess[] = [];
  /** The ports of the page, each with one that is free here. */
  readonly #ports = new Map<string, string>();

  /** @param ports The ports that the page names. */
  static async open(...ports: readonly string[]): Promise<Reader> {
    const reader = new Reader();
    for (const port of ports) reader.#ports.set(port, await freePort());
    return reader;
  }

  /** Replaces the ports of the page. */
  local(text: string): string {
    return Array.from(this.#ports).reduce((all, [port, free]) => all.replaceAll(port, free), text);
  }

  save({ file, code }: Block): void {
    if (file !== undefined) this.#project.write(file, this.local(code));
  }

  /** Takes the packages of `npm install` from the archives, and those of others from the checkout. */
  install(command: string): void {
    const names = command
      .split(' ')
      .slice(2)
      .filter((word) => !word.startsWith('-'));
    for (const name of names) {
      if (!name.startsWith('@trickle/')) this.#project.link(name);
      else this.#installOwn(name);
    }
  }

  #installOwn(name: string): void {
    const folder = join(root, 'packages', name.replace('@trickle/', ''));
    this.#project.install(folder);
    const own = Object.keys(manifestOf(folder).dependencies ?? {});
    for (const dependency of own.filter((one) => one.startsWith('@trickle/'))) this.#installOwn(dependency);
  }

  /** Runs a command. Returns what it prints. */
  run(command: string): string {
    const { folder: cwd } = this.#project;
    return execSync(this.local(command), { cwd, encoding: 'utf8', env: this.#environment, stdio: 'pipe' });
  }

  /** Starts a command, and resolves with what it has printed once that contains the lines. */
  async start(command: string, lines: readonly string[]): Promise<string> {
    const { folder: cwd } = this.#project;
    const options = { cwd, env: this.#environment, shell: true, detached: true };
    const child = spawn(this.local(command), options);
    this.#processes.push(child);
    const expected = lines.map((line) => this.local(line));
    let output = '';
    return new Promise((resolve, reject) => {
      const look = (chunk: Buffer) => {
        output += chunk;
        if (expected.every((text) => output.includes(text))) resolve(output);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.on('exit', () => reject(new Error(`${command} printed only:\n${output}`)));
    });
  }

  /** Finds commands where `npm install` puts them, as `npx` does, and never elsewhere. */
  get #environment(): NodeJS.ProcessEnv {
    const { NODE_OPTIONS: _, NODE_ENV: __, VITEST: ___, ...others } = process.env;
    const folders = [join(this.#project.installed, '.bin'), dirname(process.execPath), process.env.PATH];
    return { ...others, NO_COLOR: '1', PATH: folders.join(delimiter) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const exited = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL'); // with the processes that it has started
      await exited;
    }
    this.#project[Symbol.dispose]();
  }
}
