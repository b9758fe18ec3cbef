/**
 * The page script compared with other trackers in Chromium: what a page loads, and the cost of reporting one event.
 * All are bundled and minified from npm in the same way, and each event is answered at once.
 *
 * Run it on an idle machine: `npm run bench -- script`. It prints medians of alternating rounds.
 */
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../scripts/setup/chromium-options.ts';
import { readSettings, Samples, titleOf } from './harness.ts';
import { installPeers } from './install-peers.ts';
import { report } from './report/result.ts';
import { table } from './report/table.ts';
import { contestants } from './script/contestants.ts';
import { HOST, type Measured, measure } from './script/measure.ts';

const settings = readSettings({ rounds: 20 });
const { rounds } = settings;

installPeers();
const browser = await chromium.launch(chromiumOptions);
const version = browser.version();
const all = await contestants(HOST);
const samples = new Samples();
for (let round = 1; round <= rounds; round++) {
  for (const contestant of all) {
    process.stderr.write(`round ${round} of ${rounds}: ${contestant.name}\n`);
    const measured = await measure(browser, contestant);
    for (const [key, value] of Object.entries(measured)) samples.add(value, contestant.name, key);
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
console.log(`${titleOf('The page script compared with other trackers', 'script', settings)}
Chromium ${version}. Main thread is the time of Chromium's main thread beyond that of an empty page. Requests are those
after the script itself, within the two seconds of a visit. The last column counts from the evaluation of the script to
the request that carries the event.
`);
const medianOf = (name: string, key: keyof Measured) => samples.median(name, key);
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
  report({
    chart: 'script',
    name: figures[key],
    unit: 'ms',
    ours: medianOf('trickle', key),
    // It leaves a page about as fast as ours; the others are many times larger.
    peers: [{ name: 'plausible', value: medianOf('plausible', key) }],
  });
}
for (const { name, brotli } of all.slice(0, 2)) {
  const most = name === 'trickle' ? 2700 : 2900;
  report({ chart: 'script', name: `size of ${name}, brotli`, unit: 'B', ours: brotli, goal: { most } });
}
