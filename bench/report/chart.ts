import { limitOf, type Result } from './result.ts';
import { formatted } from './summary.ts';

const WIDTH = 720;
const LABELS = 240;
const BAR = 18;
const GAP = 4;
const HEADING = 26;
const BARS = WIDTH - LABELS - 90;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// Colors for a page in light or dark mode: an image does not inherit those of its page.
const STYLE = `text{font:13px system-ui,sans-serif;fill:#333;stroke:#fff;stroke-width:4px;paint-order:stroke}.h{font-weight:600}.floor{fill:#b9bec6}.peer{fill:#8a93a3}
.ours{fill:#2563eb}.goal{stroke:#dc2626;stroke-dasharray:3 2}
@media(prefers-color-scheme:dark){text{fill:#ddd;stroke:#1b1b1f}.floor{fill:#555b66}.peer{fill:#7b8494}.ours{fill:#6ea0ff}}`;

/** Draws results as an SVG image: a bar for each contestant, and a line at the goal. Smaller is better. */
export function chartOf(title: string, results: readonly Result[]): string {
  let top = 0;
  const parts: string[] = [];
  for (const result of results) {
    const { svg, height } = barsOf(result, top);
    parts.push(svg);
    top += height;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img">
<title>${escaped(title)}</title><style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}

function barsOf(result: Result, top: number): { svg: string; height: number } {
  const { name, unit, ours, floor, peers = [] } = result;
  const bars = [
    ...(floor ? [{ ...floor, kind: 'floor' }] : []),
    { name: 'Trickle', value: ours, kind: 'ours' },
    ...peers.map((peer) => ({ ...peer, kind: 'peer' })),
  ];
  const limit = limitOf(result);
  // A slow peer would leave no room for the others: its bar is cut, and the number beside it shows its value.
  const scale = BARS / Math.max(4 * ours, limit ?? 0, floor?.value ?? 0);
  const first = top + HEADING;
  const drawn = bars.map((bar, index) => {
    const y = first + index * (BAR + GAP);
    const width = Math.max(1, Math.min(BARS, bar.value * scale)).toFixed(1);
    return `<text x="${LABELS - 8}" y="${y + 13}" text-anchor="end">${escaped(bar.name)}</text>\
<rect class="${bar.kind}" x="${LABELS}" y="${y}" width="${width}" height="${BAR}" rx="2"/>\
<text x="${LABELS + Number(width) + 6}" y="${y + 13}">${formatted(bar.value)}</text>`;
  });
  const height = HEADING + bars.length * (BAR + GAP) + 12;
  const x = LABELS + (limit ?? 0) * scale;
  const goal = limit
    ? `<line class="goal" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${first - 3}" y2="${top + height - 13}"/>`
    : '';
  const heading = `<text class="h" x="0" y="${top + 16}">${escaped(`${name}, ${unit}`)}</text>`;
  return { svg: [heading, goal, ...drawn].join('\n'), height };
}
