/**
 * The page script compared with other trackers in Chromium: what a page loads, and the cost of reporting one event.
 * All are bundled and minified from npm in the same way, and each has a collector that responds at once.
 *
 * `npm run bench -- script --rounds 20`, with `--umami` and `--goatcounter` and the paths of their trackers' sources for
 * these two, which npm does not have. Run it on an idle machine. It prints medians of alternating rounds.
 * Compare values of one table only.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../scripts/setup/chromium-options.ts';
import { median } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import { createCollector } from './script/collector.ts';
import { contestants } from './script/contestants.ts';
import { type Measured, measure } from './script/measure.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    umami: { type: 'string' },
    goatcounter: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

installPeers();
await using collector = await createCollector();
const browser = await chromium.launch(chromiumOptions);
const all = await contestants(collector.url, values);
const measured = new Map<string, Measured[]>(all.map(({ name }) => [name, []]));
for (let round = 1; round <= rounds; round++) {
  for (const contestant of all) {
    process.stderr.write(`round ${round} of ${rounds}: ${contestant.name}\n`);
    measured.get(contestant.name)?.push(await measure(browser, collector, contestant));
  }
}
await browser.close();

const headings = [
  '',
  'gzip B',
  'brotli B',
  'evaluation ms',
  'main thread ms',
  'storage calls before the first event',
  'requests',
  'first event after ms',
];
console.log(`## The page script compared with other trackers

${new Date().toISOString().slice(0, 10)}, Chromium ${browser.version()}, ${rounds} rounds; \`npm run bench -- script --rounds ${rounds}\`

Main thread is the time of Chromium's main thread beyond that of an empty page. Requests are those
after the script itself, within the two seconds of a visit. The last column counts from the evaluation of the script to
the request that carries the event.
`);
const medianOf = (name: string, key: keyof Measured) =>
  median((measured.get(name) ?? []).map((one) => one[key]));
const rows = all.map(({ name, gzip, brotli }) => [
  name,
  `${gzip}`,
  `${brotli}`,
  medianOf(name, 'evaluation').toFixed(2),
  medianOf(name, 'mainThread').toFixed(2),
  medianOf(name, 'storageCalls').toFixed(0),
  medianOf(name, 'requests').toFixed(0),
  medianOf(name, 'firstEvent').toFixed(2),
]);
console.log(table(headings, rows));

const figures = { evaluation: 'evaluation', mainThread: 'main thread', firstEvent: 'first event' } as const;
for (const key of ['evaluation', 'mainThread', 'firstEvent'] as const) {
  // Those that leave a page about as fast as ours; the others are many times larger.
  const peers = ['umami', 'plausible', 'goatcounter'].filter((name) => measured.has(name));
  report({
    chart: 'script',
    name: figures[key],
    unit: 'ms',
    ours: medianOf('trickle', key),
    peers: peers.map((name) => ({ name, value: medianOf(name, key) })),
  });
}
for (const { name, brotli } of all.slice(0, 2)) {
  const most = name === 'trickle' ? 2700 : 2900;
  report({ chart: 'script', name: `size of ${name}, brotli`, unit: 'B', ours: brotli, goal: { most } });
}
