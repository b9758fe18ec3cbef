/** Checks the files of the project that no other tool runs here: workflows, the container, changesets. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
const containerfile = read('Containerfile');

/** The JSON list behind an instruction of the Containerfile. */
const listOf = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(containerfile)?.[1] ?? '[]');

test('the workflows, the templates and the container run commands that exist', () => {
  const files = [
    ...globSync('.github/**/*.{yml,md}', { cwd: root }),
    'Containerfile',
    '.changeset/README.md',
    'AGENTS.md',
  ];
  expect(files.length).toBeGreaterThan(7);
  const missing = files.flatMap((file) => [
    ...Array.from(read(file).matchAll(/npm run ([a-z][\w:]*)/g), ([, name = '']) => name).filter(
      (name) => !(name in scripts),
    ),
    ...Array.from(read(file).matchAll(/\bnode ([\w/.]+\.ts)\b/g), ([, name = '']) => name).filter(
      (name) => !existsSync(join(root, name)),
    ),
  ]);
  expect(missing).toEqual([]);
});

test('the workflows have no more rights than they name', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    expect(read(file), file).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(read(file), file).not.toContain('pull_request_target');
  }
});

test('the packages are released together, from the branch main', () => {
  const { fixed, baseBranch, access } = JSON.parse(read('.changeset/config.json'));
  const manifests = globSync('packages/*/package.json', { cwd: root }).map((file) => JSON.parse(read(file)));
  const names = manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name);
  expect(fixed.flat().toSorted()).toEqual(names.toSorted());
  expect([baseBranch, access]).toEqual(['main', 'public']);
});

test('the command of the container starts a server that its health check finds well', async () => {
  const port = await freePort();
  const local = (text: string) => text.replaceAll('4100', port).replace('/data/trickle.db', ':memory:');
  const [command, ...flags] = [...listOf('ENTRYPOINT'), ...listOf('CMD')];
  expect(command).toMatch(/trickle-server$/);
  const bin = join(root, 'packages/mock-server/bin/trickle-server.js');
  const run = [
    '--conditions=trickle-source',
    '--disable-warning=ExperimentalWarning',
    bin,
    ...flags.map(local),
  ];
  const server = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await printed(server, 'Demo page');
    const [node, ...check] = listOf('HEALTHCHECK .*? CMD').map(local);
    expect(node).toBe('node');
    expect(spawnSync(process.execPath, check).status).toBe(0);
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
  expect(spawnSync(process.execPath, listOf('HEALTHCHECK .*? CMD').map(local).slice(1)).status).toBe(1);
}, 240_000);

test('the compose file checks the health as the container does', () => {
  const [, , script = ''] = listOf('HEALTHCHECK .*? CMD');
  expect(read('compose.yaml')).toContain(`- ${script}\n`);
});

async function printed(server: ChildProcess, text: string): Promise<void> {
  let output = '';
  for await (const chunk of server.stdout ?? []) {
    output += chunk;
    if (output.includes(text)) return;
  }
  throw new Error(`The server printed only: ${output}`);
}
