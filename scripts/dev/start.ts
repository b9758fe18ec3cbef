/** `npm start`: the reference server with a lively demo account, its inspector and demo shop, and a tour of the SDK. */
import { readFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { createServer, type Server } from '@trickle/mock-server';
import { withReceivers } from './demo/account.ts';
import { beforeHistory, makeHistory } from './demo/history.ts';
import { openReceivers } from './demo/receivers.ts';
import { tour } from './tour.ts';

const PORT = 4100;

const seed = JSON.parse(await readFile(new URL('../../examples/demo-seed.json', import.meta.url), 'utf8'));
const now = Date.now();
const receivers = await openReceivers();
const server = await createServer({ seed: withReceivers(seed, receivers.url), ...beforeHistory(now) });
const url = await listen(server); // first, because the links in emails contain the URL
const script = fetch(`${url}/9999999.js`); // the page script is built on first use
await makeHistory(server, { now, receivers: receivers.url });

console.log(`
${styleText('bold', 'The Trickle reference server is running.')}

  Inspector      ${url}/_inspector
  Demo shop      ${url}/demo
  API reference  ${url}/docs
  API            ${url}
  Account        9999999
  Token          trickle_demo_token
`);
await tour(url);
await (await script).text();

if (process.argv.includes('--once')) {
  await close();
} else {
  console.log(`\nPress Ctrl-C to stop the server. See what it did at ${url}/_inspector`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
}

async function close(): Promise<void> {
  await server.close();
  await receivers.close();
}

/** Listens on the usual port, or on a free one if another program uses it. */
async function listen(server: Server): Promise<string> {
  try {
    return await server.listen({ port: PORT });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.log(`Port ${PORT} is in use. The server takes a free one instead.`);
    return server.listen();
  }
}
