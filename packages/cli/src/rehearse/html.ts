import type { Plan } from '@trickle/mock-server';
import { grouped } from '../terminal/counted.ts';
import { escapedHtml as escaped, htmlPage } from '../terminal/html.ts';
import { type Row, type Section, sectionsOf } from './sections.ts';

const OPEN_DETAILS = 3;

const STYLE = `
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 52rem; font: 15px/1.5 var(--font); color: var(--text); background: var(--bg); overflow-wrap: anywhere }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: .25rem 0; color: var(--text-quiet) }
section { margin-top: 1rem; padding: .75rem 1rem; border: 1px solid var(--border); border-radius: .6rem; background: var(--bg-sunken) }
table { width: 100%; border-collapse: collapse }
td { padding: .25rem .5rem .25rem 0; vertical-align: top; border-top: 1px solid var(--border) }
tr:first-child td { border-top: 0 }
td.number { width: 1%; white-space: nowrap; overflow-wrap: normal; text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; padding-left: .75rem }
td.details { border-top: 0; padding: 0 0 .4rem 1rem }
ul { list-style: none }
ul, summary { margin: 0; padding: 0; font: 12.5px/1.55 var(--mono); color: var(--text-quiet) }
summary { cursor: pointer }
@media (max-width: 34rem) { tr { display: flex; flex-wrap: wrap; column-gap: .75rem } td, td.number { width: auto; padding: 0; border: 0 } tr:not(:first-child):not(:has(.details)) { margin-top: .25rem; padding-top: .25rem; border-top: 1px solid var(--border) } td.number { margin-left: auto } td.number ~ td.number { margin-left: 0; min-width: 2.5rem } td.details { padding: 0 0 0 1rem } }
.new { color: var(--good) } .gone { color: var(--bad) } .warning { color: var(--warn) }
`;

/** A plan as a page without scripts or other files. */
export const planPage = (plan: Plan, command: string): string =>
  htmlPage(
    `What ${command} would do`,
    STYLE,
    `<h1>What ${escaped(command)} would do</h1>
<p>Run on a copy of the account. Exit code ${plan.exit ?? 0}. Nothing reached the service.</p>
${sectionsOf(plan).map(sectionHtml).join('\n')}
${plan.notes.map((note) => `<p>Not exact: ${escaped(note)}.</p>`).join('\n')}`,
  );

const sectionHtml = ({ title, rows, note }: Section): string => {
  const table = rows.length === 0 ? '' : `\n<table>\n${rows.map(rowHtml).join('\n')}\n</table>`;
  return `<section>\n<h2>${escaped(title)}</h2>${table}${note === undefined ? '' : `\n<p>${escaped(note)}</p>`}\n</section>`;
};

function rowHtml({ cells, details = [], total = details.length }: Row): string {
  const row = `<tr>${cells.map(cellHtml).join('')}</tr>`;
  if (total === 0) return row;
  const items = details.map(({ text, tone }) => `<li${tone ? ` class="${tone}"` : ''}>${escaped(text)}</li>`);
  const below = listHtml(items.slice(0, OPEN_DETAILS)) + foldedHtml(items.slice(OPEN_DETAILS), total);
  return `${row}\n<tr><td class="details" colspan="${cells.length}">${below}</td></tr>`;
}

/** The folded details, and the number of those that are only in the account. */
function foldedHtml(items: readonly string[], total: number): string {
  if (items.length === 0) return '';
  const unknown = total - OPEN_DETAILS - items.length;
  const last = unknown > 0 ? [`<li>… and ${grouped(unknown)} more</li>`] : [];
  const summary = `<summary>… and ${grouped(total - OPEN_DETAILS)} more</summary>`;
  return `<details>${summary}${listHtml([...items, ...last])}</details>`;
}

const listHtml = (items: readonly string[]) => `<ul>${items.join('')}</ul>`;

const cellHtml = (cell: string) =>
  /^(?:[+~-]?[\d,]|$|from \d|below)/.test(cell)
    ? `<td class="number">${escaped(cell)}</td>`
    : `<td>${escaped(cell)}</td>`;
