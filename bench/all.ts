/**
 * Runs all measurements, one after another, and rewrites `bench/results.md` and its charts. A run takes about an hour
 * on an idle machine: `npm run bench`. `-- --only server,sdk` runs those whose name is listed and leaves the sections of
 * the others as they are; `-- --quick` measures fewer rounds.
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
  readonly quick: readonly string[];
}

/** In the order of the sections. */
const BENCHES: readonly Bench[] = [
  { name: 'startup', quick: ['--rounds', '5'] },
  { name: 'server', quick: ['--rounds', '1', '--requests', '300'] },
  { name: 'growth', quick: ['--most', '1000'] },
  { name: 'simulation', quick: ['--people', '1000'] },
  { name: 'sdk', quick: ['--rounds', '3', '--records', '100000', '--imports', '3', '--window', '5000'] },
  { name: 'msw', quick: ['--rounds', '1'] },
  { name: 'script', quick: ['--rounds', '2'] },
  { name: 'inspector', quick: ['--rounds', '1', '--subscribers', '1000', '--requests', '100'] },
  { name: 'outages', quick: ['--seconds', '20'] },
];

/** What a measurement printed, and its lines of the summary. */
interface Section {
  readonly text: string;
  readonly results: readonly Result[];
}

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
/** All sections, for runs that measure only some of them again. */
const stored = join(import.meta.dirname, 'results.json');
const sections: Record<string, Section> = existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
for (const bench of BENCHES) {
  if (only.length > 0 && !only.includes(bench.name)) continue;
  const section = await run(bench);
  if (section) sections[bench.name] = section;
  write();
}

/** Runs a measurement. Returns undefined if it failed, so that its last section remains. */
async function run({ name, quick }: Bench): Promise<Section | undefined> {
  console.error(`── ${name}`);
  using folder = new TemporaryFolder();
  const file = join(folder.path, 'results.jsonl');
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
  if (status === 0) return { text: text.trim(), results: readResults(file) };
  process.exitCode = 1;
  console.error(`${name} failed with exit code ${status}; its section stays as it was.\n${text}`);
  return undefined;
}

const readResults = (file: string): Result[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Writes the page of measurements and its charts. */
function write(): void {
  const found = BENCHES.flatMap(({ name }) => sections[name] ?? []);
  const results = found.flatMap((section) => section.results);
  const charts = Map.groupBy(results, ({ chart }) => chart);
  const pictures = Array.from(charts.keys(), (name) => {
    const file = `measured-${name}.svg`;
    writeFileSync(join(root, 'docs/pictures', file), chartOf(`${name}, measured`, charts.get(name) ?? []));
    return `![${name}: bars for the floor, Trickle and its peers; the line is the goal](../docs/pictures/${file})`;
  });
  const page = [
    INTRODUCTION,
    `## Summary\n\n${summaryOf(results)}\n\n${pictures.join('\n\n')}`,
    ...found.map(({ text }) => text),
  ];
  writeFileSync(join(import.meta.dirname, 'results.md'), `${page.join('\n\n')}\n`);
  writeFileSync(stored, `${JSON.stringify(sections, null, 2)}\n`);
}
