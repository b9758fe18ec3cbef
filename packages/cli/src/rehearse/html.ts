import type { Plan } from '@trickle/mock-server';
import { visibleLine } from '../terminal/text.ts';
import { type Row, type Section, sectionsOf } from './sections.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1d2a28; --dim: #5a6764; --line: #d9e0de; --back: #fff; --card: #f5f8f7; --new: #0b6b3a; --gone: #b3261e; --warning: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --text: #e6edeb; --dim: #9fb0ac; --line: #31403d; --back: #121a19; --card: #1a2423; --new: #6fd39b; --gone: #ff9c92; --warning: #f0c060 } }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 52rem; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); overflow-wrap: anywhere }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .25rem }
h2 { font-size: 1rem; margin: 0 0 .5rem }
p { margin: .25rem 0; color: var(--dim) }
section { margin-top: 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
table { width: 100%; border-collapse: collapse }
td { padding: .25rem .5rem .25rem 0; vertical-align: top; border-top: 1px solid var(--line) }
tr:first-child td { border-top: 0 }
td.number { white-space: nowrap; overflow-wrap: normal; text-align: right; font-variant-numeric: tabular-nums; padding-right: 0; padding-left: .75rem }
td.details { border-top: 0; padding: 0 0 .4rem 1rem }
ul { margin: 0; padding: 0; list-style: none; font: 12.5px/1.55 ui-monospace, monospace; color: var(--dim) }
.new { color: var(--new) } .gone { color: var(--gone) } .warning { color: var(--warning) }
`;

/** A plan as a page that needs no other file and no script. */
export const planPage = (plan: Plan, command: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`What ${command} would do`)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>What ${escaped(command)} would do</h1>
<p>Run on a copy of the account. Exit code ${plan.exit ?? 0}. Nothing reached the service.</p>
${sectionsOf(plan).map(sectionHtml).join('\n')}
${plan.notes.map((note) => `<p>Not exact: ${escaped(note)}.</p>`).join('\n')}
</body>
</html>
`;

const sectionHtml = ({ title, rows, note }: Section): string => {
  const table = rows.length === 0 ? '' : `\n<table>\n${rows.map(rowHtml).join('\n')}\n</table>`;
  return `<section>\n<h2>${escaped(title)}</h2>${table}${note === undefined ? '' : `\n<p>${escaped(note)}</p>`}\n</section>`;
};

function rowHtml({ cells, details = [] }: Row): string {
  const items = details.map(({ text, tone }) => `<li${tone ? ` class="${tone}"` : ''}>${escaped(text)}</li>`);
  const below = `<tr><td class="details" colspan="${cells.length}"><ul>${items.join('')}</ul></td></tr>`;
  return `<tr>${cells.map(cellHtml).join('')}</tr>${items.length === 0 ? '' : `\n${below}`}`;
}

const cellHtml = (cell: string) =>
  /^(?:[+~-]?[\d,]|$|from \d)/.test(cell)
    ? `<td class="number">${escaped(cell)}</td>`
    : `<td>${escaped(cell)}</td>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) =>
  visibleLine(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
