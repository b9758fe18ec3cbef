// Checks the packages as a user gets them: `npm run check:packages`, after a build. Each is packed and looked
// over; then all are unpacked into a fresh project, which compiles against them, imports them and runs the CLI.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

interface Manifest {
  name: string;
  exports: Record<string, string | { types: string }>;
  dependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, '..');
const folders = ['sdk', 'browser-script', 'mock-server'].map((name) => join(root, 'packages', name));
const project = mkdtempSync(join(tmpdir(), 'trickle-packages-'));
const installed = join(project, 'node_modules');

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Problems of packages that are ES modules only, on purpose: Node.js loads them with `require` from 22.12 on. */
const accepted = ['NoResolution node10', 'CJSResolvesToESM node16-cjs'];

/** What a user of the packed files would stumble over. */
async function complaintsAbout(archive: string): Promise<string[]> {
  const tarball = Uint8Array.from(readFileSync(archive));
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer } });
  const analysis = await checkPackage(createPackageFromTarballData(tarball), {
    excludeEntrypoints: [/\.js$/],
  });
  const problems = analysis.types === false ? [{ kind: 'no types' }] : analysis.problems;
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...problems.map(
      (problem) => `${problem.kind} ${'resolutionKind' in problem ? problem.resolutionKind : ''}`,
    ),
  ].filter((complaint) => !accepted.includes(complaint));
}

/** Packs a package and unpacks it where the project finds it. Gives what is to complain about. */
async function install(folder: string): Promise<string[]> {
  const { name, dependencies = {} } = manifestOf(folder);
  const pack = ['pack', '--silent', '--ignore-scripts', `--pack-destination=${project}`];
  const shell = process.platform === 'win32';
  const archive = execFileSync('npm', pack, { cwd: folder, encoding: 'utf8', shell }).trim();
  const target = join(installed, name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, archive), '-C', target, '--strip-components=1']);
  for (const dependency of Object.keys(dependencies)) link(dependency);
  return (await complaintsAbout(join(project, archive))).map((complaint) => `${name}: ${complaint}`);
}

/** Dependencies of others come from the checkout. */
function link(dependency: string): void {
  if (dependency.startsWith('@trickle/')) return;
  mkdirSync(dirname(join(installed, dependency)), { recursive: true });
  rmSync(join(installed, dependency), { force: true });
  symlinkSync(join(root, 'node_modules', dependency), join(installed, dependency), 'junction');
}

/** A server from the package answers its client, and has its page script, demo page and docs with it. */
const tryServer = `
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';

const server = await createServer();
await createClient(server.connection).accounts.get();
for (const path of ['/demo', '/9999999.js', '/docs', '/openapi.json']) {
  const { status } = await server.fetch(new Request(server.connection.baseUrl + path));
  if (status !== 200) throw new Error(path + ' answers ' + status);
}
await server.close();
`;

/** Uses the installed packages as their users do. Gives what the tools complain about. */
function use(): string[] {
  const entries = folders
    .map(manifestOf)
    .flatMap(({ name, exports }) =>
      Object.keys(exports)
        .filter((entry) => typeof exports[entry] === 'object')
        .map((entry) => name + entry.slice(1)),
    )
    .filter((entry) => !entry.endsWith('/cli'));
  link('@types/node');
  writeFileSync(
    join(project, 'index.mts'),
    entries.map((entry, index) => `import * as module${index} from '${entry}';\nmodule${index};\n`).join(''),
  );
  writeFileSync(join(project, 'server.mjs'), tryServer);
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), 'index.mts', '--noEmit', '--strict'];
  const globals = ['--target', 'es2024', '--types', 'node'];
  return [
    [...tsc, ...globals, '--module', 'nodenext'],
    [...tsc, ...globals, '--module', 'esnext', '--moduleResolution', 'bundler'],
    ['index.mts'],
    ['server.mjs'],
    [join(installed, '@trickle/mock-server/bin/trickle-server.js'), '--help'],
  ].flatMap((command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: project,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`node ${command.join(' ')}\n${stdout}${stderr}`];
  });
}

try {
  const complaints = (await Promise.all(folders.map(install))).flat();
  if (complaints.length === 0) complaints.push(...use());
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
} finally {
  rmSync(project, { recursive: true });
}
