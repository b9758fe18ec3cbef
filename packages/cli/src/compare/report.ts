import { extname } from 'node:path';
import { visibleLine } from '@trickle/design/terminal';
import { counted } from '../terminal/counted.ts';
import { UsageError } from '../terminal/exit-signal.ts';
import { escapedHtml as escaped, htmlPage } from '../terminal/html.ts';
import type { Comparison } from './comparison.ts';
import { CLASSES, type Entry } from './difference.ts';

export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `90 scenarios, 56 operations: 2 differences, 1 accepted, 3 unstable places.` */
export function headlineOf(comparison: Comparison): string {
  const { scenarios, operations, differences, accepted, stale, unstable, undecided } = comparison;
  const parts = [counted(differences.length, 'difference')];
  if (accepted.length > 0) parts.push(`${accepted.length} accepted`);
  if (stale.length > 0) parts.push(`${stale.length} accepted but gone`);
  if (undecided.length > 0) parts.push(counted(undecided.length, 'undecided step'));
  if (unstable.length > 0) parts.push(counted(unstable.length, 'unstable place'));
  return `${counted(scenarios.length, 'scenario')}, ${counted(operations.length, 'operation')}: ${parts.join(', ')}.`;
}

function sectionsOf(comparison: Comparison): Section[] {
  const { differences, accepted, stale, incomplete, undecided, unstable } = comparison;
  const columns = ['Class', 'Place', 'Service', 'Sandbox'];
  const cells = ({ class: kind, place, service, sandbox }: Entry) => [kind, place, service, sandbox];
  const sections = [
    {
      title: 'Differences',
      columns: [...columns, 'Where'],
      rows: differences.map((entry) => [...cells(entry), whereOf(entry)]),
    },
    {
      title: 'Accepted',
      columns: [...columns, 'Reason'],
      rows: accepted.map((entry) => [...cells(entry), entry.reason]),
    },
    {
      title: 'Accepted, but gone',
      columns: ['Class', 'Place', 'Reason'],
      rows: stale.map((entry) => [entry.class, entry.place, entry.reason]),
    },
    {
      title: 'Not complete',
      columns: ['Scenario', 'Ended'],
      rows: incomplete.map(({ scenario, reason }) => [scenario, reason]),
    },
    {
      title: 'Undecided',
      columns: ['Scenario', 'Step', 'Reason'],
      rows: undecided.map(({ scenario, step, reason }) => [scenario, String(step + 1), reason]),
    },
    {
      title: 'Unstable',
      columns: ['Scenario', 'Step', 'Place'],
      rows: unstable.map(({ scenario, step, place }) => [scenario, String(step + 1), place]),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

const whereOf = ({ calls, scenarios }: Entry): string => `${someOf(calls)} in ${someOf(scenarios)}`;

const someOf = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');

/** A report for a terminal: one line for the first two cells of a row, and one for each other cell. */
export function textReport(comparison: Comparison): string {
  const lines = sectionsOf(comparison).flatMap(({ title, columns, rows }) => [
    `${title}:`,
    ...rows.flatMap((row) => [
      `  ${row.slice(0, 2).join('  ')}`,
      ...row.slice(2).map((text, i) => `    ${(columns[i + 2] ?? '').toLowerCase().padEnd(9)}${text}`),
    ]),
  ]);
  return lines.map((line) => `${visibleLine(line)}\n`).join('');
}

/** The two sides of a comparison, and its date. */
export interface About {
  /** The URL of the service, or the folder with its responses. */
  readonly service: string;
  readonly sandbox: string;
  /** `2026-11-25` */
  readonly date: string;
}

export type ReportWriter = (comparison: Comparison, about: About) => string;

const WRITERS: Readonly<Record<string, ReportWriter>> = {
  '.json': (comparison, about) => `${JSON.stringify({ ...about, ...comparison }, undefined, 2)}\n`,
  '.md': markdownReport,
  '.html': htmlReport,
};

export function reportWriterOf(path: string): ReportWriter {
  const writer = WRITERS[extname(path).toLowerCase()];
  if (writer) return writer;
  throw new UsageError(`--report writes ${Object.keys(WRITERS).join(', ')}, not ${path}.`);
}

const TITLE = 'Comparison with the service';

function markdownReport(comparison: Comparison, { service, sandbox, date }: About): string {
  const cell = (text: string) => visibleLine(text).replaceAll(/[\\|<>`*[\]_]/g, String.raw`\$&`);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = ({ title, columns, rows }: Section) =>
    [
      '',
      `## ${title}`,
      '',
      line(columns),
      line(columns.map(() => '---')),
      ...rows.map((row) => line(row.map(cell))),
    ].join('\n');
  const about = `${cell(sandbox)} compared with ${cell(service)}, ${date}. ${headlineOf(comparison)}`;
  return `${[`# ${TITLE}`, '', about, ...sectionsOf(comparison).map(table)].join('\n')}\n`;
}

/** A single page without scripts or other files. */
function htmlReport(comparison: Comparison, { service, sandbox, date }: About): string {
  const sections = sectionsOf(comparison);
  const isSame = comparison.differences.length + comparison.stale.length === 0;
  const body = `<main>
<h1>${TITLE}</h1>
<p class="${isSame ? 'same' : 'differs'}">${escaped(headlineOf(comparison))}</p>
<dl>
<dt>Service</dt><dd>${escaped(service)}</dd>
<dt>Sandbox</dt><dd>${escaped(sandbox)}</dd>
<dt>Date</dt><dd>${date}</dd>
</dl>
${sections.map(htmlTable).join('\n')}
<h2>Compared</h2>
<p>${comparison.operations.map((name) => `<code>${escaped(name)}</code>`).join(' ')}</p>
<h2>Classes</h2>
<dl>${Object.entries(CLASSES)
    .map(([name, text]) => `<dt>${name}</dt><dd>${escaped(text)}</dd>`)
    .join('\n')}</dl>
</main>`;
  return htmlPage(TITLE, STYLE, body);
}

function htmlTable({ title, columns, rows }: Section): string {
  const row = (cells: readonly string[]) =>
    `<tr>${cells.map((text, i) => `<td data-column="${columns[i]}">${escaped(text)}</td>`).join('')}</tr>`;
  return `<h2>${title} <small>${rows.length}</small></h2>
<table>
<thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row).join('\n')}
</tbody>
</table>`;
}

const STYLE = `
body { margin: 0; font: 16px/1.5 var(--font); background: var(--bg); color: var(--text); }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
small { color: var(--text-quiet); font-weight: 400; }
.same, .differs { padding: .6rem .9rem; border-radius: .4rem; border-left: .3rem solid; }
.same { border-color: var(--good); background: var(--good-soft); }
.differs { border-color: var(--bad); background: var(--bad-soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; }
dt { color: var(--text-quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--border); overflow-wrap: break-word; }
th { color: var(--text-quiet); font-weight: 500; }
td:first-child { min-width: 5.5rem; }
td[data-column=Place] { font: .9em/1.5 var(--mono); overflow-wrap: anywhere; min-width: 14rem; }
code { font: .85em var(--mono); padding: .1rem .35rem; border: 1px solid var(--border); border-radius: .3rem; white-space: nowrap; }
p:has(code) { line-height: 2; }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table, tbody, tr, td { display: block; width: auto; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--border); }
  td, td[data-column=Place] { padding: .1rem 0 .1rem 5.5rem; border: 0; position: relative; min-width: 0; min-height: 1.5rem; }
  td::before { content: attr(data-column); position: absolute; left: 0; color: var(--text-quiet); font: 1rem/1.5 var(--font); }
}
`;
