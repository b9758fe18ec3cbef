import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { TestReport } from '../../packages/sdk/test/snippets.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
const trickleServer = join(root, 'packages/mock-server/bin/trickle-server.js');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** A block of a page: its language, its code, and the file that the text before it names. */
interface Block {
  readonly language: string;
  readonly code: string;
  readonly file: string | undefined;
}

/** The blocks of a page, in order, except those that other tests compile and run. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = text.matchAll(/((?:^(?!```).*\n)*?)^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(blocks, ([, before = '', language = '', code = '']) => ({
    language,
    code,
    file: /Save this as `([\w.-]+)`|save this as `([\w.-]+)`/.exec(before)?.slice(1).find(Boolean),
  })).filter(({ language }) => language !== 'ts');
}

/** Follows a page as a reader does: saves its files and runs its commands, in order. */
class Reader {
  /** Below node_modules, where packages are found without an installation. */
  readonly folder: string;
  readonly #processes: ChildProcess[] = [];
  readonly #ports: Readonly<Record<string, string>>;

  /** @param ports The ports of the page, each with one that is free here. */
  constructor(ports: Readonly<Record<string, string>>) {
    const cache = join(root, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    this.folder = mkdtempSync(join(cache, 'quick-start-'));
    this.#ports = ports;
  }

  save(name: string, code: string): void {
    writeFileSync(join(this.folder, name), this.#local(code));
  }

  /** Starts a program and resolves once it has printed the texts. */
  async start(command: readonly string[], texts: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, command, { cwd: this.folder, env: environment });
    this.#processes.push(child);
    let output = '';
    const expected = texts.map((text) => this.#local(text));
    await new Promise<void>((resolve, reject) => {
      const look = (chunk: Buffer) => {
        output += chunk;
        if (expected.every((text) => output.includes(text))) resolve();
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.on('exit', () => reject(new Error(`${command.join(' ')} printed only:\n${output}`)));
    });
  }

  async end(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.folder, { recursive: true });
  }

  #local(text: string): string {
    return Object.entries(this.#ports).reduce((all, [port, free]) => all.replaceAll(port, free), text);
  }
}

const environment = {
  ...process.env,
  NODE_OPTIONS: '--conditions=trickle-source --disable-warning=ExperimentalWarning',
};

let reader: Reader | undefined;
afterEach(async () => {
  await reader?.end();
  reader = undefined;
});

test('the quick start of the back end works when it is pasted in order', async () => {
  const [api, hooks] = [await freePort(), await freePort()];
  reader = new Reader({ '4100': api, '3000': hooks });
  const blocks = blocksOf('docs/start/backend.md');
  const ran: string[] = [];
  for (const [i, { language, code, file }] of blocks.entries()) {
    if (file !== undefined) reader.save(file, code);
    if (language !== 'sh') continue;
    const next = blocks[i + 1];
    const lines = next?.language === 'text' ? next.code.trim().split('\n') : [];
    const command = code.trim();
    if (command === 'npx trickle-server') {
      await reader.start([trickleServer, '--port', api], lines);
      ran.push(command);
    }
    const [, script] = /^node (\S+)$/.exec(command) ?? [];
    if (script === undefined) continue;
    await reader.start([script], lines);
    ran.push(command);
  }
  expect(ran).toEqual(['npx trickle-server', 'node app.mjs', 'node hooks.mjs']);
}, 240_000);

test('the quick start of a tester works when it is pasted in order', () => {
  reader = new Reader({});
  const blocks = blocksOf('docs/start/tester.md');
  for (const { file, code } of blocks) if (file !== undefined) reader.save(file, code);
  // Packages resolve to their sources, and Vitest looks below node_modules, where the folder is.
  const shared = JSON.stringify(join(root, 'vitest.config.ts'));
  const own = JSON.stringify({ include: ['*.test.mjs'], exclude: [] });
  reader.save(
    'vitest.config.mjs',
    `import shared from ${shared};\nexport default { ...shared, test: ${own} };\n`,
  );
  expect(blocks.map(({ code }) => code.trim())).toContain('npx vitest run');
  const report = join(reader.folder, 'report.json');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', `--root=${reader.folder}`, '--reporter=json', `--outputFile=${report}`],
    { encoding: 'utf8', env: environment },
  );
  expect(existsSync(report), stdout + stderr).toBe(true);
  const { testResults }: TestReport = JSON.parse(readFileSync(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages }) => [title, status, failureMessages]),
  );
  expect(results).toEqual([
    ['signing up tags the subscriber', 'passed', []],
    ['signing up records the event', 'passed', []],
    ['a subscriber who signed up gets the second email after three days', 'passed', []],
    ['a temporary failure of the service does not matter', 'passed', []],
  ]);
}, 240_000);
