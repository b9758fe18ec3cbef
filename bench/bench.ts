/**
 * The measurements, on an idle machine. `npm run bench` runs all of them, one after another, and rewrites
 * `bench/results.md` and its charts; with `-- --only server,sdk` the listed ones, and leaves the sections of the others as
 * they are; with `-- --quick` fewer rounds. `npm run bench -- server --rounds 3` runs one with its own options, and prints
 * its section.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TemporaryFolder } from '../packages/mock-server/test/temporary-folder.ts';
import { chartOf } from './report/chart.ts';
import { RESULTS, type Result } from './report/result.ts';
import { summaryOf } from './report/summary.ts';

const INTRODUCTION = `# Measurements

Absolute numbers depend on the machine. Compare values within one table, which were measured alternately in one run.
\`npm run bench\` measures everything again on an idle machine and rewrites this page and its charts;
\`npm run bench -- --only server\` does that for one section. Smaller is better, unless a column says otherwise.`;

interface Bench {
  readonly name: string;
  /** The heading of its section, which it prints. */
  readonly title: string;
  /** The arguments for `--quick`. */
  readonly quick: readonly string[];
}

/** Programs without a section: CPU profiles of the built server, and the page script's hostile scenarios. */
const OTHERS = ['profile', 'hostile'];
/** Programs that measure what `npm run build` has built, rather than the sources. */
const BUILT = new Set(['server', 'postgres', 'profile', 'hostile']);

/** The arguments of Node.js that run a program. */
const commandOf = (name: string, args: readonly string[]): string[] => [
  ...(BUILT.has(name) ? [] : ['--conditions=trickle-source']),
  '--no-warnings',
  join(import.meta.dirname, `${name}.ts`),
  ...args,
];

/** In the order of the sections. */
const BENCHES: readonly Bench[] = [
  { name: 'startup', title: 'Startup time', quick: ['--rounds', '5'] },
  {
    name: 'server',
    title: 'The server compared with other mock servers',
    quick: ['--rounds', '1', '--requests', '300'],
  },
  { name: 'growth', title: 'How costs grow', quick: ['--most', '1000'] },
  {
    name: 'sdk',
    title: 'The SDK compared with other SDKs',
    quick: ['--rounds', '3', '--records', '100000', '--imports', '3', '--window', '5000'],
  },
  { name: 'msw', title: 'Behind msw', quick: ['--rounds', '1'] },
  { name: 'script', title: 'The page script compared with other trackers', quick: ['--rounds', '2'] },
  {
    name: 'inspector',
    title: "The inspector's lists",
    quick: ['--rounds', '1', '--subscribers', '1000', '--requests', '100'],
  },
  { name: 'outages', title: 'Three servers on PostgreSQL during outages', quick: ['--seconds', '20'] },
  {
    name: 'postgres',
    title: 'Servers on PostgreSQL',
    quick: ['--rounds', '1', '--slices', '1', '--requests', '300', '--warmup', '300'],
  },
  { name: 'storage', title: 'Costs on PostgreSQL', quick: ['--count', '500'] },
];

const names = BENCHES.map(({ name }) => name);
const assertKnown = (name: string): void => {
  const all = [...names, ...OTHERS];
  if (!all.includes(name)) throw new Error(`There is no measurement ${name}. There are: ${all.join(', ')}.`);
};

const [single, ...rest] = process.argv.slice(2);
if (single !== undefined && !single.startsWith('-')) {
  assertKnown(single);
  const child = spawn(process.execPath, commandOf(single, rest), { stdio: 'inherit' });
  const [status] = await once(child, 'close');
  process.exit(status ?? 1);
}

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
});
const only = options.only.split(',').filter(Boolean);
for (const name of only) assertKnown(name);

const root = join(import.meta.dirname, '..');
const page = join(import.meta.dirname, 'results.md');
/** The sections of the page by their titles. */
const sections = new Map(
  readFileSync(page, 'utf8')
    .split(/^(?=## )/m)
    .map((text) => [/^## (.*)/.exec(text)?.[1] ?? '', text.trim()]),
);
const stored = join(import.meta.dirname, 'results.json');
/** The lines of the summary, by the names of the measurements. */
const results: Record<string, Result[]> = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
for (const bench of BENCHES) {
  if (only.length > 0 && !only.includes(bench.name)) continue;
  await run(bench);
  write();
}

/** Runs a measurement. If it fails, its last section remains. */
async function run({ name, title, quick }: Bench): Promise<void> {
  console.error(`── ${name}`);
  using folder = new TemporaryFolder();
  const file = folder.file('results.jsonl');
  writeFileSync(file, '');
  const child = spawn(process.execPath, commandOf(name, options.quick ? quick : []), {
    cwd: root,
    env: { ...process.env, [RESULTS]: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) {
    process.exitCode = 1;
    console.error(`${name} failed with exit code ${status}; its section stays as it was.\n${text}`);
    return;
  }
  sections.set(title, text.trim());
  results[name] = readResults(file);
}

function readResults(file: string): Result[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Writes the page of measurements and its charts. */
function write(): void {
  const all = BENCHES.flatMap(({ name }) => results[name] ?? []);
  const pictures = Array.from(
    Map.groupBy(all, ({ chart }) => chart),
    ([name, group]) => {
      const file = `measured-${name}.svg`;
      writeFileSync(join(root, 'docs/pictures', file), chartOf(`${name}, measured`, group));
      return `![${name}: bars for the floor, Trickle and its peers; the line is the goal](../docs/pictures/${file})`;
    },
  );
  const parts = [
    INTRODUCTION,
    `## Summary\n\n${summaryOf(all)}\n\n${pictures.join('\n\n')}`,
    ...BENCHES.flatMap(({ title }) => sections.get(title) ?? []),
  ];
  writeFileSync(page, `${parts.join('\n\n')}\n`);
  writeFileSync(stored, `${JSON.stringify(results, null, 2)}\n`);
}
