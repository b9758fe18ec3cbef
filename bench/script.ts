/**
 * The page script compared with other trackers in Chromium: what a page loads, and the cost of reporting one event.
 * All are bundled and minified from npm in the same way, and each event is answered at once.
 */
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../scripts/setup/chromium-options.ts';
import { inTurns, readSettings, Samples, titleOf } from './harness.ts';
import { formatted, report, SPREAD, table, times } from './report.ts';
import { contestants } from './script/contestants.ts';
import { HOST, visit } from './script/measure.ts';

const settings = readSettings({ rounds: 16 });
const KEYS = ['evaluation', 'firstEvent', 'mainThread'] as const;

const { floor, ours, whole, peers } = await contestants(HOST);
const empty = { name: 'an empty page', before: '', script: '0;' };
const all = [floor, ours, whole, ...peers];
const samples = new Samples();
await using browser = await chromium.launch(chromiumOptions);
let base = 0;
await inTurns([empty, ...all], settings.rounds, async (contestant, isCounted) => {
  const measured = await visit(browser, contestant);
  if (contestant === empty) base = measured.mainThread;
  if (!isCounted || contestant === empty) return;
  for (const key of KEYS)
    samples.add(measured[key] - (key === 'mainThread' ? base : 0), contestant.name, key);
  samples.add(measured.requests, contestant.name, 'requests');
});

console.log(`${titleOf('script', settings)}
Chromium ${browser.version()}. Times are the CPU time of the page's main thread, each with its ratio to the floor program: to
evaluate the script, from then to the request with the event, and until a second has passed, beyond an empty page.
${SPREAD}
`);
const headings = ['evaluation ms', '', 'first event after ms', '', 'main thread ms', ''];
const rows = all.map(({ name, gzip, brotli }) => [
  ...[name, `${gzip}`, `${brotli}`],
  ...KEYS.flatMap((key) => [
    formatted(samples.median(name, key)),
    times(samples.ratio([name, key], [floor.name, key])),
  ]),
  samples.median(name, 'requests').toFixed(0),
]);
console.log(table(['', 'gzip B', 'brotli B', ...headings, 'requests'], rows));

const goals = { evaluation: 0.8, firstEvent: 1.15, mainThread: 1.1 };
const words = { evaluation: 'evaluation', firstEvent: 'first event', mainThread: 'main thread' };
for (const key of KEYS) {
  const to = (name: string) => samples.rival([ours.name, key], [name, key]);
  const isThere = peers.some(({ name }) => name === 'plausible');
  report({
    name: `page script: ${words[key]}`,
    unit: 'CPU ms',
    ours: samples.median(ours.name, key),
    floor: to(floor.name),
    // It leaves a page about as fast as ours; the others are many times larger.
    ...(isThere && { peer: to('plausible'), goal: { peer: goals[key] } }),
  });
}
for (const [{ name, brotli }, most] of [
  [ours, 2700],
  [whole, 2900],
] as const)
  report({ name: `page script: size of ${name}, brotli`, unit: 'B', ours: brotli, goal: { most } });
