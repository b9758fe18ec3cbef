/**
 * The measurements, on an idle machine. `npm run bench` runs all of them, one after another, and rewrites
 * `bench/results.md`, its charts and the tables of `docs/scale.md`; with `-- --only server,sdk` the listed ones, and leaves the sections of the others as
 * they are; further options are theirs. `npm run bench -- server --rounds 3` runs one, and only prints its section.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TemporaryFolder } from '../packages/mock-server/test/temporary-folder.ts';
import { root } from '../scripts/setup/repository.ts';
import { chartOf } from './chart.ts';
import { RESULTS, type Result, summaryOf } from './report.ts';
import { withCapacity } from './scale.ts';

const INTRODUCTION = `# Measurements

Absolute numbers depend on the machine. Compare values within one table, which were measured alternately in one run.
\`npm run bench\` measures everything again on an idle machine and rewrites this page and its charts;
\`npm run bench -- --only server\` does that for one section. Smaller is better, unless a column says otherwise.`;

/** The headings of the sections, in their order, by the names of the programs that print them. */
const TITLES: Readonly<Record<string, string>> = {
  server: 'The server compared with other mock servers',
  growth: 'How costs grow',
  sdk: 'The SDK compared with other SDKs',
  script: 'The page script compared with other trackers',
  postgres: 'Servers on PostgreSQL',
  storage: 'Costs on PostgreSQL',
  types: 'Types of an account',
};
const names = Object.keys(TITLES);
/** Programs that measure what `npm run build` has built, rather than the sources. */
const BUILT = new Set(['server', 'postgres']);

/** The arguments of Node.js that run a program. */
const commandOf = (name: string, args: readonly string[]): string[] => [
  ...(BUILT.has(name) ? [] : ['--conditions=trickle-source']),
  '--no-warnings',
  join(import.meta.dirname, `${name}.ts`),
  ...args,
];

const assertKnown = (name: string): void => {
  if (!names.includes(name)) {
    throw new Error(`There is no measurement ${name}. There are: ${names.join(', ')}.`);
  }
};

const [single, ...rest] = process.argv.slice(2);
if (single !== undefined && !single.startsWith('-')) {
  assertKnown(single);
  const child = spawn(process.execPath, commandOf(single, rest), { stdio: 'inherit' });
  const [status] = await once(child, 'close');
  process.exit(status ?? 1);
}

const place = process.argv.indexOf('--only');
const only = place < 0 ? names : (process.argv[place + 1] ?? '').split(',');
const passedOn = process.argv.slice(2).toSpliced(place < 0 ? 0 : place - 2, place < 0 ? 0 : 2);
for (const name of only) assertKnown(name);

const page = join(import.meta.dirname, 'results.md');
/** The sections of the page by their titles. */
const sections = new Map(
  readFileSync(page, 'utf8')
    .split(/^(?=## )/m)
    .map((section) => [/^## (.*)/.exec(section)?.[1] ?? '', section.trim()]),
);
const stored = join(import.meta.dirname, 'results.json');
/** The lines of the summary, by the names of the measurements. */
const results: Record<string, Result[]> = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
for (const name of names.filter((one) => only.includes(one))) {
  await run(name);
  write();
}

/** Runs a measurement. If it fails, its last section remains. */
async function run(name: string): Promise<void> {
  console.error(`── ${name}`);
  using folder = new TemporaryFolder();
  const file = folder.file('results.jsonl');
  writeFileSync(file, '');
  const child = spawn(process.execPath, commandOf(name, passedOn), {
    cwd: root,
    env: { ...process.env, [RESULTS]: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[status], printed] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  if (status !== 0) {
    process.exitCode = 1;
    console.error(`${name} failed with exit code ${status}; its section stays as it was.\n${printed}`);
    return;
  }
  const title = TITLES[name] ?? '';
  sections.set(title, `## ${title}\n\n${printed.trim()}`);
  results[name] = readResults(file);
}

function readResults(file: string): Result[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Writes the page of measurements and its chart, and the tables that are computed from them. */
function write(): void {
  const all = names.flatMap((name) => results[name] ?? []);
  writeFileSync(join(root, 'docs/pictures/measured.svg'), chartOf(all));
  const parts = [
    INTRODUCTION,
    `## Summary\n\n${summaryOf(all)}\n\n![Bars for the floor, Trickle and its nearest peer](../docs/pictures/measured.svg)`,
    ...names.flatMap((name) => sections.get(TITLES[name] ?? '') ?? []),
  ];
  writeFileSync(page, `${parts.join('\n\n')}\n`);
  writeFileSync(stored, `${JSON.stringify(results, null, 2)}\n`);
  const scale = join(root, 'docs/scale.md');
  writeFileSync(scale, withCapacity(readFileSync(scale, 'utf8'), sections));
}
