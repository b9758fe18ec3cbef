// Checks the packages as users get them: `npm run verify -- packages`, after a build. Packs and inspects each package,
// then unpacks all into a fresh project, which compiles against them, imports them and runs the CLI.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ONE_CHECKER } from '../build/declarations.ts';
import { unusedDeclarations } from '../build/prune-declarations.ts';
import { SBOM } from '../build/ship-licences.ts';
import { root } from '../setup/repository.ts';
import { type Manifest, manifestOf, PackedProject, packInto } from './packed-project.ts';

const folders = ['sdk', 'cli', 'browser-script', 'mock-server'].map((name) => join(root, 'packages', name));

/** Problems of packages whose entries are found by `exports` only, on purpose: every supported Node.js reads it. */
const accepted = ['NoResolution node10'];

/** Entries without a CommonJS build: only the command imports `./cli`, and msw itself has ES modules only. */
const modulesOnly = ['./cli', './msw'];

/** The entries of a package that can be imported; none for a command. */
function entriesOf(folder: string): string[] {
  const { name, exports } = manifestOf(folder);
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === 'object');
  return entries.map((entry) => name + entry.slice(1));
}

const isUnexpected = (problem: Problem) =>
  problem.kind !== 'CJSResolvesToESM' || !modulesOnly.includes(problem.entrypoint);

/** Returns the problems of the packed files. */
async function complaintsAbout(archive: string, folder: string): Promise<string[]> {
  const tarball = Uint8Array.from(readFileSync(archive));
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer } });
  const analysis = await checkPackage(createPackageFromTarballData(tarball), {
    excludeEntrypoints: [/\.js$/],
  });
  const untyped = entriesOf(folder).length > 0 ? [{ kind: 'no types' }] : [];
  const problems = analysis.types === false ? untyped : analysis.problems.filter(isUnexpected);
  return [
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
    ...problems.map(
      (problem) => `${problem.kind} ${'resolutionKind' in problem ? problem.resolutionKind : ''}`,
    ),
  ].filter((complaint) => !accepted.includes(complaint));
}

/** Files of each package besides the built ones. */
const BESIDE_DIST =
  /^(?:package\.json|(?:demo-seed|seed\.schema)\.json|[A-Z]+(?:\.md)?|bin\/[\w-]+\.js|docs\/[\w/-]+\.md)$/;

/** Returns what is missing in a packed package, and what nobody needs. */
function wrongFiles(archive: string, folder: string): string[] {
  const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  const names = files.map((file) => file.replace(/^package\//, ''));
  const missing = ['CHANGELOG.md', 'LICENSE', 'README.md'].filter((name) => !names.includes(name));
  const needless = names.filter((name) =>
    name.startsWith('dist/') ? /\.(?:map|tsbuildinfo|test\..*)$/.test(name) : !BESIDE_DIST.test(name),
  );
  const changes = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const { version } = manifestOf(folder);
  return [
    ...missing.map((name) => `${name} is missing`),
    ...[...needless, ...unusedDeclarations(folder)].map((name) => `${name} is not needed`),
    ...(changes.includes(`\n## ${version}\n`) ? [] : [`CHANGELOG.md has no section about ${version}`]),
  ];
}

/** Returns the packages inside a package that audits would miss, or would take for another version. */
function hiddenPackages(folder: string): string[] {
  const lists = globSync('dist/**/THIRD-PARTY-LICENSES.txt', { cwd: folder });
  return lists.flatMap((file) => {
    const { components }: { components: Manifest[] } = readJson(join(folder, dirname(file), SBOM));
    const audited = components.map(({ name, version }) => `${name} ${version}`);
    const licences = readFileSync(join(folder, file), 'utf8').matchAll(/^-{80}\n(\S+) \S+ \(/gm);
    return Array.from(licences, ([, name = '']) => `${name} ${versionOf(name)}`)
      .filter((entry) => !audited.includes(entry))
      .map((entry) => `${file} contains ${entry}, and ${SBOM} does not`);
  });
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const versionOf = (name: string): string => manifestOf(join(root, 'node_modules', name)).version;

/** Installs a package in the project. Returns its problems. */
async function install(project: PackedProject, folder: string): Promise<string[]> {
  const archive = project.install(folder);
  const complaints = [
    ...wrongFiles(archive, folder),
    ...hiddenPackages(folder),
    ...(await complaintsAbout(archive, folder)),
  ];
  return complaints.map((complaint) => `${manifestOf(folder).name}: ${complaint}`);
}

/** Checks that a server of the package answers its client and serves its script, docs and inspector. */
const tryServer = `
import { createServer } from '@trickle/mock-server';
import { createClient } from '@trickle/sdk';

const server = await createServer();
const client = createClient(server.connection);
await client.subscribers.upsert({ email: 'ann@example.com' });
await client.subscribers.get('ann@example.com');
for (const path of ['/9999999.js', '/docs', '/openapi.json', '/_inspector']) {
  const { status } = await server.fetch(new Request(server.connection.baseUrl + path));
  if (status !== 200) throw new Error(path + ' answers ' + status);
}
await server.close();
`;

/** Rewrites a module with imports and `await` as a CommonJS script. */
const asCommonJs = (code: string) => {
  const script = code.replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = require($2);');
  return `(async () => {${script}})();`;
};

/** Writes modules that import every entry point, start a server, and a file to import. */
function writeFiles(project: PackedProject): void {
  const entries = folders.flatMap(entriesOf).filter((entry) => !entry.endsWith('/cli'));
  project.link('@types/node');
  for (const peer of ['msw', '@playwright/test']) project.link(peer); // which their users install themselves
  project.write(
    'index.mts',
    entries.map((entry, index) => `import * as module${index} from '${entry}';\nmodule${index};\n`).join(''),
  );
  const required = entries.filter((entry) => !entry.endsWith('/msw'));
  project.write(
    'index.cts',
    required
      .map((entry, index) => `import module${index} = require('${entry}');\nmodule${index};\n`)
      .join(''),
  );
  project.write('index.cjs', required.map((entry) => `require('${entry}');\n`).join(''));
  project.write('server.mjs', tryServer);
  project.write('server.cjs', asCommonJs(tryServer));
  project.write('subscribers.csv', 'E-Mail;Tags\nann@example.com;vip\n');
}

/** Uses the installed packages like their users. Returns the problems that the tools report. */
function use(project: PackedProject): string[] {
  writeFiles(project);
  const trickle = join(project.installed, '@trickle/cli/bin/trickle.js');
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', ...ONE_CHECKER];
  const globals = ['--target', 'es2024', '--types', 'node'];
  return [
    [...tsc, 'index.mts', ...globals, '--module', 'nodenext'],
    [...tsc, 'index.cts', ...globals, '--module', 'node16'],
    [...tsc, 'index.mts', ...globals, '--module', 'esnext', '--moduleResolution', 'bundler'],
    ['index.mts'],
    ['index.cjs'],
    ['server.mjs'],
    ['server.cjs'],
    [join(project.installed, '@trickle/mock-server/bin/trickle-server.js'), '--help'],
    [trickle, '--version'],
    [trickle, 'call', 'subscribers', 'upsert', '--help'],
    [trickle, 'import', 'subscribers.csv', '--dry-run'],
  ].flatMap((command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: project.folder,
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`node ${command.join(' ')}\n${stdout}${stderr}`];
  });
}

using project = new PackedProject();
packInto(project.folder);
const complaints = (await Promise.all(folders.map((folder) => install(project, folder)))).flat();
if (complaints.length === 0) complaints.push(...use(project));
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
