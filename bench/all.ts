/**
 * Runs all measurements, one after another, and rewrites `bench/results.md` and its charts: `npm run bench`, on an idle
 * machine. `-- --only server,sdk` runs the listed ones and leaves the sections of the others as they are; `-- --quick`
 * measures fewer rounds.
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

/** In the order of the sections. */
const BENCHES: readonly Bench[] = [
  { name: 'startup', title: 'Startup time', quick: ['--rounds', '5'] },
  {
    name: 'server',
    title: 'The server compared with other mock servers',
    quick: ['--rounds', '1', '--requests', '300'],
  },
  { name: 'growth', title: 'How costs grow', quick: ['--most', '1000'] },
  { name: 'simulation', title: 'A simulated week', quick: ['--subscribers', '1000'] },
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
  { name: 'workers', title: 'SDK workers that share limits', quick: ['--workers', '50', '--limit', '200'] },
];

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, quick: { type: 'boolean', default: false } },
});
const only = options.only.split(',').filter(Boolean);
const unknown = only.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  throw new Error(
    `There is no measurement ${unknown.join(', ')}. There are: ${BENCHES.map(({ name }) => name).join(', ')}.`,
  );
}

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
  const child = spawn('npm', ['run', '--silent', `bench:${name}`, '--', ...(options.quick ? quick : [])], {
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
