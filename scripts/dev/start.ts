/**
 * `npm start`: the reference server with a lively demo account, its inspector, a shop beside it, and a tour of the SDK.
 */
import { listing, rendered, screenOf, styled } from '@trickle/design/terminal';
import { openDemo } from './demo/world.ts';
import { tour } from './tour.ts';

const { url, shop, accountId, apiKey, close } = await openDemo(Date.now());
const screen = screenOf(process.env, process.stdout);
const places = listing(
  [
    ['Inspector', styled('bold', `${url}/_inspector`)],
    ['Shop', shop],
    ['Trickle reference server', url],
    [`Account ${accountId}`, `token ${apiKey}`],
    ['API reference', `${url}/docs`],
  ],
  screen,
);
console.log(`\n${rendered(places, screen)}`);
await tour(url);

if (process.argv.includes('--once')) {
  await close();
} else {
  console.log(`\nPress Ctrl-C to stop the server. See what it did at ${url}/_inspector`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}
