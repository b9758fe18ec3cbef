import { formatted, type Result } from './report.ts';

const [WIDTH, LABELS, BAR, GAP, HEADING] = [720, 240, 18, 4, 26];
const BARS = WIDTH - LABELS - 90;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

// Colors for a page in light or dark mode: an image does not inherit those of its page.
const STYLE = `text{font:13px system-ui,sans-serif;fill:#333;stroke:#fff;stroke-width:4px;paint-order:stroke}.h{font-weight:600}.floor{fill:#b9bec6}.peer{fill:#8a93a3}
.ours{fill:#2563eb}
@media(prefers-color-scheme:dark){text{fill:#ddd;stroke:#1b1b1f}.floor{fill:#555b66}.peer{fill:#7b8494}.ours{fill:#6ea0ff}}`;

/** Draws the results that have a peer as an SVG image, a bar for each contestant. Smaller is better. */
export function chartOf(results: readonly Result[]): string {
  let top = 0;
  const parts = results
    .filter(({ peer }) => peer)
    .map(({ name, unit, ours, floor, peer }) => {
      const bars = [
        { name: floor?.name, value: floor?.value, kind: 'floor' },
        { name: 'Trickle', value: ours, kind: 'ours' },
        { name: peer?.name, value: peer?.value, kind: 'peer' },
      ];
      const scale = BARS / Math.max(...bars.map(({ value = 0 }) => value));
      const heading = `<text class="h" x="0" y="${top + 16}">${escaped(`${name}, ${unit}`)}</text>`;
      top += HEADING;
      const drawn = bars.flatMap(({ name: label = '', value, kind }) => {
        if (value === undefined) return [];
        const width = Math.max(1, value * scale).toFixed(1);
        const bar = `<text x="${LABELS - 8}" y="${top + 13}" text-anchor="end">${escaped(label)}</text>\
<rect class="${kind}" x="${LABELS}" y="${top}" width="${width}" height="${BAR}" rx="2"/>\
<text x="${LABELS + Number(width) + 6}" y="${top + 13}">${formatted(value)}</text>`;
        top += BAR + GAP;
        return [bar];
      });
      top += 12;
      return [heading, ...drawn].join('\n');
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" role="img">
<title>Measured beside others</title><style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}
