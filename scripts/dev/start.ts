/**
 * `npm start`: the reference server with a lively demo account, its inspector, a shop beside it, and a tour of the SDK.
 */
import { readFile } from 'node:fs/promises';
import { listing, rendered, screenOf, styled } from '@trickle/design/terminal';
import { createServer } from '@trickle/mock-server';
import { startShop } from '../../examples/shop/shop.ts';
import { withReceivers } from './demo/account.ts';
import { beforeHistory, makeHistory } from './demo/history.ts';
import { openReceivers } from './demo/receivers.ts';
import { tour } from './tour.ts';

const SERVER_PORT = 4100;
const SHOP_PORT = 4200;

const seed = JSON.parse(await readFile(new URL('../../examples/demo-seed.json', import.meta.url), 'utf8'));
const now = Date.now();
const receivers = await openReceivers();
const server = await createServer({ seed: withReceivers(seed, receivers.url), ...beforeHistory(now) });
const url = await onPort(SERVER_PORT, (port) => server.listen({ port })); // first, because the links in emails contain the URL
const script = fetch(`${url}/9999999.js`); // the page script is built on first use
await makeHistory(server, { now, receivers: receivers.url });
const connection = { baseUrl: url, accountId: '9999999', apiKey: 'trickle_demo_token' };
const shop = await onPort(SHOP_PORT, (port) => startShop({ ...connection, port }));
await server.extend({ url: shop.url }); // where the inspector leads to

const screen = screenOf(process.env, process.stdout);
const places = listing(
  [
    ['Inspector', styled('bold', `${url}/_inspector`)],
    ['Shop', shop.url],
    ['Trickle reference server', url],
    [`Account ${connection.accountId}`, `token ${connection.apiKey}`],
    ['API reference', `${url}/docs`],
  ],
  screen,
);
console.log(`\n${rendered(places, screen)}`);
await tour(url);
await (await script).text();

if (process.argv.includes('--once')) {
  await close();
} else {
  console.log(`\nPress Ctrl-C to stop the server. See what it did at ${url}/_inspector`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

async function close(): Promise<void> {
  await shop.close();
  await server.close();
  await receivers.close();
}

/** Opens the usual port, or a free one if another program uses it. */
async function onPort<Result>(usual: number, open: (port: number) => Promise<Result>): Promise<Result> {
  try {
    return await open(usual);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.log(`Port ${usual} is in use. Using another port.`);
    return open(0);
  }
}
